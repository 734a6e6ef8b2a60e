import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Proof } from './assurance.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { FactorStore, type PasskeyCredential } from './factor-store.js';
import { SecondFactors } from './second-factors.js';
import { type User, Users } from '../users/user.js';

/** What browsers are asked for, as WebAuthn level 3 writes it in JSON. */
export type WebAuthnOptions = object;

/** Web Authentication (W3C, level 3). */
export abstract class WebAuthn {
  /** Whether the issuer's host can have passkeys: an address of digits cannot. */
  abstract readonly isPossible: boolean;
  abstract creationOptions(
    user: User,
    challenge: Buffer,
    known: readonly PasskeyCredential[],
  ): Promise<WebAuthnOptions>;
  /** Any passkey of this host, unless some are named. */
  abstract requestOptions(
    challenge: Buffer,
    allowed: readonly PasskeyCredential[],
  ): Promise<WebAuthnOptions>;
  /** `undefined` for an answer that is not to this challenge, of this origin, by a verified user. */
  abstract verifyCreation(
    answer: unknown,
    challenge: Buffer,
  ): Promise<PasskeyCredential | undefined>;
  /** Likewise; also for a counter that has not grown, which only a copy of a key brings about. */
  abstract verifyRequest(
    answer: unknown,
    challenge: Buffer,
    credential: PasskeyCredential,
  ): Promise<{ readonly counter: number } | undefined>;
  abstract credentialIdOf(answer: unknown): string | undefined;
}

/** Passkeys and security keys: one alone signs in, for its owner has shown a finger or a PIN to it. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly store: FactorStore,
    private readonly webAuthn: WebAuthn,
    private readonly factors: SecondFactors,
    private readonly users: Users,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  get isPossible(): boolean {
    return this.webAuthn.isPossible;
  }

  async creationOptions(user: User, challenge: Buffer): Promise<WebAuthnOptions> {
    const { store, webAuthn } = this;
    return webAuthn.creationOptions(user, challenge, await store.passkeysOf(user.id));
  }

  /** @param userId whose they must be; anybody's without */
  async requestOptions(challenge: Buffer, userId?: string): Promise<WebAuthnOptions> {
    const { store, webAuthn } = this;
    const allowed = userId === undefined ? [] : await store.passkeysOf(userId);
    return webAuthn.requestOptions(challenge, allowed);
  }

  /**
   * @returns recovery codes, with the first factor
   * @throws {Problem} `bad_passkey`
   */
  async add(
    user: User,
    given: { readonly answer: unknown; readonly challenge: Buffer; readonly name: string },
    actor: Actor,
  ): Promise<readonly string[]> {
    const { store, webAuthn, factors, clock, ids } = this;
    const credential = await webAuthn.verifyCreation(given.answer, given.challenge);
    if (credential === undefined) throw AUTH_ERRORS.badPasskey();
    const factor = {
      id: ids.next(),
      userId: user.id,
      kind: 'passkey' as const,
      name: given.name,
      createdAt: new Date(clock.nowMs()),
      lastUsedAt: null,
    };
    return factors.add(user, actor, {
      kind: 'passkey',
      store: async () => {
        if (!(await store.addPasskey(factor, credential))) throw AUTH_ERRORS.badPasskey();
      },
    });
  }

  /** @param userId who has to be its owner, where somebody has taken the first step already */
  async signIn(
    answer: unknown,
    challenge: Buffer,
    userId?: string,
  ): Promise<{ readonly user: User; readonly proof: Proof } | undefined> {
    const { store, webAuthn, users, clock } = this;
    const credentialId = webAuthn.credentialIdOf(answer);
    const found = credentialId === undefined ? undefined : await store.findPasskey(credentialId);
    if (found === undefined || (userId !== undefined && found.factor.userId !== userId)) {
      return undefined;
    }
    const verified = await webAuthn.verifyRequest(answer, challenge, found.credential);
    if (verified === undefined) return undefined;
    const now = new Date(clock.nowMs());
    if (!(await store.usePasskey(found.factor.id, verified.counter, now))) return undefined;
    const user = await users.find(found.factor.userId);
    if (user?.isActive !== true) return undefined;
    return { user, proof: found.credential.isSynced ? 'passkey-synced' : 'passkey-device' };
  }
}
