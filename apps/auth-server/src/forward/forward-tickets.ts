import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { sha256 } from '../clients/client-secret.js';
import { Sealer } from '../keys/sealer.js';
import { ArtifactStore } from '../sessions/artifact-store.js';

/** Whose session it is that a host relies on. */
export interface ForwardSession {
  /** Of the browser's session here: it ends with that. */
  readonly uid: string;
  readonly userId: string;
  readonly generation: number;
}

interface Code extends ForwardSession {
  readonly origin: string;
  readonly state: string;
  readonly id: string;
  readonly atMs: number;
}

interface Pass extends ForwardSession {
  readonly origin: string;
  readonly atMs: number;
}

const CODE = 'forward code';
const PASS = 'forward pass';
const CODE_MS = 60_000;
/** Then the person is sent here again, unseen where the session still lasts. */
export const PASS_MS = 12 * 3_600_000;

/**
 * What another host gets: a code, once and within a minute, in the address of its callback, and for it a pass, which it keeps in a cookie.
 * Both are sealed and of one origin alone: what went over a plain connection opens nothing on one with TLS.
 */
@Injectable()
export class ForwardTickets {
  constructor(
    private readonly sealer: Sealer,
    private readonly store: ArtifactStore,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @param state what the host's own cookie holds: nobody can sign somebody else's browser in */
  newCode(session: ForwardSession, origin: string, state: string): string {
    const id = this.random.bytes(16).toString('base64url');
    return this.#seal({ ...session, origin, state, id, atMs: this.clock.nowMs() }, CODE);
  }

  /** @returns `undefined` for one that is not for this origin and state, has expired, or was used */
  async redeem(code: string, origin: string, state: string): Promise<ForwardSession | undefined> {
    const found = this.#open(code, CODE, CODE_MS) as Code | undefined;
    if (found === undefined || found.origin !== origin || found.state !== state) return undefined;
    const { id, uid, userId, generation, atMs } = found;
    const isFirst = await this.store.insertOnce({
      ...{ id: sha256(`ForwardCode\n${id}`), kind: 'ForwardCode', payload: {} },
      expiresAt: new Date(atMs + CODE_MS),
    });
    return isFirst ? { uid, userId, generation } : undefined;
  }

  newPass(session: ForwardSession, origin: string): string {
    return this.#seal({ ...session, origin, atMs: this.clock.nowMs() }, PASS);
  }

  readPass(pass: string, origin: string): ForwardSession | undefined {
    const found = this.#open(pass, PASS, PASS_MS) as Pass | undefined;
    return found?.origin === origin ? found : undefined;
  }

  newState(): string {
    return this.random.bytes(16).toString('base64url');
  }

  #seal(value: object, context: string): string {
    return this.sealer.seal(JSON.stringify(value), context).toString('base64url');
  }

  #open(sealed: string, context: string, longestMs: number): object | undefined {
    try {
      const text = this.sealer.open(Buffer.from(sealed, 'base64url'), context);
      const found = JSON.parse(text) as { readonly atMs: number };
      return this.clock.nowMs() - found.atMs < longestMs ? found : undefined;
    } catch {
      return undefined; // not one of ours
    }
  }
}
