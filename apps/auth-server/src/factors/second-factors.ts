import { Injectable } from '@nestjs/common';
import { Identity } from '../http/identity.js';
import { FactorSettings } from './factor.settings.js';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { Secret, TOTP } from 'otpauth';
import { AccountNotices } from '../mails/account-notices.js';
import type { Proof } from './assurance.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { sha256 } from '../clients/client-secret.js';
import { type Factor, type FactorKind, FactorStore } from './factor-store.js';
import { Journal } from '../audit/journal.js';
import type { FactorChange } from '../mails/account-mailer.js';
import { Sealer } from '../keys/sealer.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { rolesOf, type User } from '../users/user.js';

/** A secret that an app is about to learn. */
export interface TotpDraft {
  /** Base32, for those who type it. */
  readonly secret: string;
  /** For apps that read a QR code. */
  readonly uri: string;
}

const PERIOD_SECONDS = 30;
/** RFC 6238 section 5.2: clocks may differ by one step. */
const DRIFT_STEPS = 1;
const CODES = 10;
/** 80 bits, so that a copy of the digests is of no use. */
const CODE_BYTES = 10;
const MOST_FACTORS = 20;
/** What an app is called that another system has not named. */
const IMPORTED_APP = 'Authenticator app';

/** TOTP (RFC 6238) and recovery codes. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly store: FactorStore,
    private readonly sealer: Sealer,
    private readonly notices: AccountNotices,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly unit: UnitOfWork,
    private readonly identity: Identity,
    private readonly settings: FactorSettings,
  ) {}

  list(userId: string): Promise<readonly Factor[]> {
    return this.store.list(userId);
  }

  recoveryCodesLeft(userId: string): Promise<number> {
    return this.store.countRecoveryCodes(userId);
  }

  /** Whether a password alone is not enough for this user, wherever it is. */
  isDemandedOf(user: User): boolean {
    const { requireFactor: requiredRoles = [] } = this.settings;
    if (user.isAdmin && requiredRoles.includes('admin')) return true;
    return rolesOf(user).some((role) => requiredRoles.includes(role));
  }

  /** Whether the user has one: then it is asked for. */
  async isEnrolled(userId: string): Promise<boolean> {
    return (await this.store.list(userId)).length > 0;
  }

  /** @returns what the code was; `undefined` when it is wrong or was used before */
  async check(user: User, typed: string): Promise<Proof | undefined> {
    const code = typed.replaceAll(/[\s-]/g, '');
    if (/^\d{6}$/.test(code)) return (await this.#checkTotp(user, code)) ? 'otp' : undefined;
    const digest = sha256(code.toUpperCase());
    return (await this.store.useRecoveryCode(user.id, digest)) ? 'recovery' : undefined;
  }

  draft({ username }: User, secret = new Secret({ size: 20 }).base32): TotpDraft {
    return { secret, uri: this.#totp(secret, username).toString() };
  }

  /**
   * Adds an app that has shown that it knows the secret.
   *
   * @returns recovery codes, with the first factor; they are shown this once
   * @throws {Problem} `wrong_code`
   */
  async addTotp(
    user: User,
    {
      secret,
      code,
      name,
    }: { readonly secret: string; readonly code: string; readonly name: string },
    actor: Actor,
  ): Promise<readonly string[]> {
    const { store, sealer, clock, ids } = this;
    const now = new Date(clock.nowMs());
    const step = this.#stepOf(secret, code.replaceAll(/\s/g, ''));
    if (step === undefined) throw AUTH_ERRORS.wrongCode();
    const id = ids.next();
    const kind = 'totp';
    const factor = { id, userId: user.id, kind, name, createdAt: now, lastUsedAt: now } as const;
    return this.add(user, actor, {
      kind,
      store: async () => {
        await store.add(factor, { sealedSecret: sealer.seal(secret, `totp ${id}`) });
        await store.useStep(id, step, now);
      },
    });
  }

  /**
   * An app that already knows the secret, from another system; recovery codes do not come with it.
   *
   * @param secret in Base32
   */
  async takeOver(userId: string, secret: string, { id: actor, ip }: Actor): Promise<void> {
    const { store, sealer, clock, ids, journal } = this;
    const id = ids.next();
    const createdAt = new Date(clock.nowMs());
    const kind = 'totp';
    const factor = { id, userId, kind, name: IMPORTED_APP, createdAt, lastUsedAt: null } as const;
    await store.add(factor, { sealedSecret: sealer.seal(secret, `totp ${id}`) });
    const details = { kind };
    await journal.record({ type: 'factor.added', actor, subject: userId, ip, details });
  }

  /**
   * What is alike for all kinds: how many there may be, the audit log, the notice.
   *
   * @returns recovery codes, with the first factor; they are shown this once
   */
  async add(
    user: User,
    actor: Actor,
    added: { readonly kind: FactorKind; readonly store: () => Promise<void> },
  ): Promise<readonly string[]> {
    return this.unit.run(async () => {
      const others = await this.store.list(user.id);
      if (others.length >= MOST_FACTORS) throw AUTH_ERRORS.tooManyFactors();
      await added.store();
      await this.#tell(user, actor, `${added.kind}-added`);
      return others.length === 0 ? this.#newCodes(user.id) : [];
    });
  }

  async newRecoveryCodes(user: User, actor: Actor): Promise<readonly string[]> {
    return this.unit.run(async () => {
      const codes = await this.#newCodes(user.id);
      await this.#tell(user, actor, 'recovery-added');
      return codes;
    });
  }

  async rename(user: User, id: string, name: string): Promise<void> {
    if (!(await this.store.rename(user.id, id, name))) throw AUTH_ERRORS.factorNotFound();
  }

  async remove(user: User, id: string, actor: Actor): Promise<void> {
    const { store, unit } = this;
    await unit.run(async () => {
      const removed = await store.remove(user.id, id);
      if (removed === undefined) throw AUTH_ERRORS.factorNotFound();
      if ((await store.list(user.id)).length === 0) await store.replaceRecoveryCodes(user.id, []);
      await this.#tell(user, actor, `${removed.kind}-removed`);
    });
  }

  /** For somebody who has lost all of them, by an administrator. */
  async reset(user: User, actor: Actor): Promise<void> {
    const { store, unit } = this;
    await unit.run(async () => {
      for (const { id } of await store.list(user.id)) await store.remove(user.id, id);
      await store.replaceRecoveryCodes(user.id, []);
      await this.#tell(user, actor, 'all-removed');
    });
  }

  async #checkTotp(user: User, code: string): Promise<boolean> {
    const { store, sealer, clock } = this;
    for (const { id, sealedSecret } of await store.totps(user.id)) {
      const step = this.#stepOf(sealer.open(sealedSecret, `totp ${id}`), code);
      if (step !== undefined && (await store.useStep(id, step, new Date(clock.nowMs()))))
        return true;
    }
    return false;
  }

  /** The time step that the code is of. */
  #stepOf(secret: string, token: string): number | undefined {
    if (!/^\d{6}$/.test(token)) return undefined;
    const timestamp = this.clock.nowMs();
    const delta = this.#totp(secret, '').validate({ token, timestamp, window: DRIFT_STEPS });
    return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  }

  #totp(secret: string, label: string): TOTP {
    return new TOTP({
      issuer: this.identity.brand,
      label,
      algorithm: 'SHA1',
      digits: 6,
      period: PERIOD_SECONDS,
      secret: Secret.fromBase32(secret),
    });
  }

  async #newCodes(userId: string): Promise<readonly string[]> {
    const { store, random } = this;
    const codes = Array.from(
      { length: CODES },
      () => new Secret({ buffer: new Uint8Array(random.bytes(CODE_BYTES)).buffer }).base32,
    );
    await store.replaceRecoveryCodes(userId, codes.map(sha256));
    return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
  }

  async #tell(user: User, actor: Actor, change: FactorChange['kind']): Promise<void> {
    const { journal, notices } = this;
    const { id, ip } = actor;
    const [kind, done] = change.split('-');
    const type = done === 'added' ? 'factor.added' : 'factor.removed';
    await journal.record({ type, actor: id, subject: user.id, ip, details: { kind } });
    await notices.factorChanged(user, { kind: change });
  }
}
