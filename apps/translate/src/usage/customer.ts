import type { ApiKey } from '@sextant/platform-security/api-keys';
import { planOf } from '../access/scopes.js';
import type { Customer } from './usage.js';
import { reportingTagOf } from './reporting-tag.js';

/** Who is charged for a request, under the tag of its header. */
export const customerOf = (caller: ApiKey, tag: string | undefined): Customer => ({
  owner: caller.owner,
  keyId: caller.id,
  plan: planOf(caller),
  customTag: reportingTagOf(tag),
});
