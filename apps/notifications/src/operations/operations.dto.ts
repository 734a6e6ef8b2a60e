import type { DeadLettersFilter } from '../delivery/dead-letter-store.js';
import { isObjectId } from '../access/object-id.js';
import { isMissing } from '../http/fields.js';
import { LIMITS } from '../http/limits.js';
import { Given, OptionalText, Rule } from '../http/rules.js';

/** The query of lists, and the body of bulk replay. */
export class FilterDto {
  @Given()
  @Rule('isObjectId', isObjectId)
  user?: string;

  @OptionalText(LIMITS.id)
  host?: string;

  @OptionalText(LIMITS.id)
  reason?: string;

  toFilter(): DeadLettersFilter {
    const { user, host, reason } = this;
    return {
      ...(user === undefined ? {} : { user: user.toLowerCase() }),
      ...(isMissing(host) ? {} : { host }),
      ...(isMissing(reason) ? {} : { reason }),
    };
  }
}
