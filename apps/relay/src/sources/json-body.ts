import { isUtf8 } from 'node:buffer';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { exceededJsonLimit, type JsonLimits } from '@sextant/platform-http';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { invalid } from './payload.js';

/** What fits into 16 MiB and is meant well has fewer; deeper JSON is an attack on whatever walks it (our choice). */
export const BODY_LIMITS = {
  ...{ depth: 200, values: 1_000_000, members: 500_000 },
  membersOfOne: 10_000,
} as const;

/**
 * JSON that somebody sent, by whatever way it came. It is measured before it is parsed.
 *
 * @throws {Problem} `empty_body`, `invalid_encoding`, `malformed_json`, `invalid_payload`
 */
export function jsonOf(body: Buffer, limits: Required<JsonLimits> = BODY_LIMITS): unknown {
  if (body.length === 0) throw RELAY_ERRORS.emptyBody();
  if (!isUtf8(body)) throw HTTP_PROBLEMS.invalidEncoding();
  switch (exceededJsonLimit(body, limits)) {
    case 'depth':
      return invalid(`The body is nested more than ${limits.depth} levels deep. Send it flatter.`);
    case 'values':
      return invalid(
        `The body has more than ${limits.values} values. Send them in several requests.`,
      );
    case 'members':
      return invalid(
        `The objects of the body have more than ${limits.members} members. Send them in several requests.`,
      );
    case 'membersOfOne':
      return invalid(`An object of the body has more than ${limits.membersOfOne} members.`);
    case undefined:
      return parsed(body);
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw RELAY_ERRORS.malformedJson({ cause });
  }
}
