import { hash } from 'node:crypto';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Clock } from '@sextant/platform-runtime/clock';
import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ChangedSubjects } from './changed-subjects.js';
import { RevokedTokens } from './revoked-tokens.js';

/** What the feed tells its app's metrics. */
export interface LiveGauge {
  set(value: number): void;
}

export interface FeedOptions {
  /** Where auth-server is reached: its issuer, or its address inside the cluster. */
  readonly base: string;
  readonly issuer: string;
  readonly audience: string;
  readonly token: string;
  readonly keys: JWTVerifyGetKey;
  readonly clock: Clock;
  readonly gauge: LiveGauge | undefined;
}

const POLL_METHOD = 'urn:ietf:rfc:8936';
const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
const CLAIMS_CHANGED = 'https://schemas.openid.net/secevent/caep/event-type/token-claims-change';
const MOST_EVENTS = 500;
/** Longer than auth-server lets a question wait. */
const ANSWER_MS = 30_000;
const RETRY_MS = 1000;
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];

/**
 * What auth-server says of access tokens that ended before their time: a poll stream of security events
 * (OpenID Shared Signals Framework 1.0, RFC 8936) of this process alone. It begins with all that has not
 * expired yet. While the stream is away tokens are believed until they expire, as without it.
 *
 * Nothing here keeps the process alive.
 */
export class RevocationFeed {
  readonly revoked: RevokedTokens;
  /** Whose claims have changed, and when. */
  readonly changed: ChangedSubjects;
  #stream: string | undefined;
  #ack: string[] = [];

  constructor(private readonly options: FeedOptions) {
    this.revoked = new RevokedTokens(options.clock);
    this.changed = new ChangedSubjects(options.clock);
    options.gauge?.set(0);
    void this.#run();
  }

  async #run(): Promise<void> {
    for (;;) {
      try {
        await this.#turn();
      } catch {
        // The gauge tells it; it is tried again as long as the process lives.
        this.options.gauge?.set(0);
        await pause(RETRY_MS);
      }
    }
  }

  async #turn(): Promise<void> {
    const isFirst = this.#stream === undefined;
    this.#stream ??= await this.#open();
    const { status, body } = await this.#post(`/ssf/poll/${this.#stream}`, {
      maxEvents: MOST_EVENTS,
      returnImmediately: isFirst,
      ack: this.#ack,
    });
    if (status === 404) this.#stream = undefined; // forgotten there: a new one begins with everything
    if (status !== 200) throw new Error(`The stream answers ${status}.`);
    const { sets = {}, moreAvailable } = body as PollAnswer;
    for (const set of Object.values(sets)) await this.#take(set);
    this.#ack = Object.keys(sets);
    if (moreAvailable !== true) this.options.gauge?.set(1);
    // There is something that it cannot tell yet.
    else if (this.#ack.length === 0) this.options.gauge?.set(0);
  }

  async #open(): Promise<string> {
    const { status, body } = await this.#post('/ssf/streams', {
      delivery: { method: POLL_METHOD },
      events_requested: [REVOKED, CLAIMS_CHANGED],
    });
    const { stream_id: id } = body as { readonly stream_id?: unknown };
    if (status !== 201 || typeof id !== 'string') throw new Error(`No stream: ${status}.`);
    return encodeURIComponent(id);
  }

  async #take(set: string): Promise<void> {
    const { issuer, audience, keys, clock } = this.options;
    const { payload } = await jwtVerify(set, keys, {
      issuer,
      audience,
      typ: 'secevent+jwt',
      algorithms: ALGORITHMS,
      currentDate: new Date(clock.nowMs()),
    });
    const found = revocationIn(payload);
    if (found !== undefined) this.revoked.add(found.id, found.expiresAtMs);
    const change = changeIn(payload, issuer);
    if (change !== undefined) this.changed.add(change.subject, change.atSeconds);
  }

  /** By Node's own client: its sockets can be told not to keep the process alive. */
  async #post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const address = new URL(path, this.options.base);
    const send = address.protocol === 'https:' ? requestHttps : requestHttp;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(address, {
        method: 'POST',
        agent: false,
        headers: {
          authorization: `Bearer ${this.options.token}`,
          'content-type': 'application/json',
        },
      });
      request.on('socket', (socket) => socket.unref());
      request.setTimeout(ANSWER_MS, () => request.destroy(new Error('No answer came in time.')));
      request.on('response', resolve).on('error', reject);
      request.end(JSON.stringify(body));
    });
    const answer = await text(response);
    return { status: response.statusCode ?? 0, body: answer === '' ? {} : JSON.parse(answer) };
  }
}

type EventClaims = JWTPayload & { readonly sub_id?: unknown };

interface PollAnswer {
  readonly sets?: Readonly<Record<string, string>>;
  readonly moreAvailable?: boolean;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** The subject of an event is the digest of the token's `jti`: whoever reads events can present no token. */
function revocationIn({ events, sub_id }: EventClaims) {
  const event = (events as Readonly<Record<string, unknown>> | undefined)?.[REVOKED];
  const { id } = (sub_id ?? {}) as { readonly id?: unknown };
  const { token_expires_at: at } = (event ?? {}) as { readonly token_expires_at?: unknown };
  if (typeof id !== 'string' || typeof at !== 'number') return undefined;
  return { id, expiresAtMs: at * 1000 };
}

/** Of whom the claims are others from then on. */
function changeIn({ events, sub_id }: EventClaims, issuer: string) {
  const event = (events as Readonly<Record<string, unknown>> | undefined)?.[CLAIMS_CHANGED];
  const { iss, sub: subject } = (sub_id ?? {}) as {
    readonly iss?: unknown;
    readonly sub?: unknown;
  };
  const { event_timestamp: at } = (event ?? {}) as { readonly event_timestamp?: unknown };
  if (iss !== issuer || typeof subject !== 'string' || typeof at !== 'number') return undefined;
  return { subject, atSeconds: at };
}

/** Of a token that was verified, the name under which its end is told. */
export function tokenIdOf({ jti, sub, client_id }: JWTPayload): string | undefined {
  if (jti === undefined) return undefined;
  const kind = sub === client_id ? 'ClientCredentials' : 'AccessToken';
  return hash('sha256', `${kind}\n${jti}`, 'base64url');
}
