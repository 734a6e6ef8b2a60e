import type { IncomingMessage } from 'node:http';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Gates } from '../access/gates.js';
import { allows, type Caller } from '../access/scopes.js';
import { ACCESS_ERRORS } from '../access/caller-finder.js';
import { concurrencyReached } from '../access/concurrency.js';

/** Who was let in. */
export interface Admitted {
  readonly caller: Caller;
  /** Fails when the key or token counts no more. */
  readonly requireAccess: () => Promise<void>;
  /** A session that is resumed over another connection is checked by the credentials of that one: tokens live for minutes. */
  readonly continueAs: (requireAccess: () => Promise<void>) => void;
  /** Gives the place among the syntheses of the key back; once. */
  readonly release: () => void;
}

/** What somebody who speaks, and somebody who listens, may. */
export type LiveScope = 'audio:stream' | 'audio:speech';
/** The second is OpenAI's. */
const BEARER_PROTOCOL = /^(?:bearer|openai-insecure-api-key)\.([\w.~+/=-]+)$/;

/** `Authorization`, `xi-api-key`, or for browsers, which can set neither, the subprotocol `bearer.<token>`. */
export function credentialsOf({ headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== undefined) return headers.authorization;
  const key = headers['xi-api-key'];
  if (typeof key === 'string') return `Bearer ${key}`;
  const [token] = protocolsOf(headers['sec-websocket-protocol']).flatMap((protocol) => {
    const [, found] = BEARER_PROTOCOL.exec(protocol) ?? [];
    return found === undefined ? [] : [found];
  });
  return token === undefined ? undefined : `Bearer ${token}`;
}

const protocolsOf = (header = ''): readonly string[] =>
  header.split(',').map((protocol) => protocol.trim());

/**
 * The gates of every request, for a connection that is no request: key, scope, rate and places.
 *
 * @throws {Problem} `unauthorized`, `forbidden`, `too_many_requests`, `concurrency_limit_reached`
 */
export async function admit(
  gates: Gates,
  credentials: string | undefined,
  scope: LiveScope = 'audio:stream',
): Promise<Admitted> {
  const caller = await gates.find(credentials);
  if (caller === undefined) throw ACCESS_ERRORS.unauthorized();
  if (!allows(caller.scopes, scope)) {
    throw ACCESS_ERRORS.forbidden({ message: `This key lacks the scope ${scope}.` });
  }
  const { allowed, resetMs } = await gates.limiter.consume(caller.rootId);
  if (!allowed) {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    throw HTTP_PROBLEMS.tooManyRequests({ headers: { 'Retry-After': String(seconds) } });
  }
  const release = gates.concurrency.begin(caller.rootId);
  if (release === undefined) throw concurrencyReached({ headers: { 'Retry-After': '1' } });
  let checkAccess = async (): Promise<void> => {
    const still = await gates.find(credentials);
    if (still === undefined || !allows(still.scopes, scope)) throw ACCESS_ERRORS.unauthorized();
  };
  return {
    caller,
    requireAccess: () => checkAccess(),
    continueAs: (requireAccess) => (checkAccess = requireAccess),
    release,
  };
}
