import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sealer } from '../keys/sealer.js';
import { Passwords } from '../passwords/passwords.js';
import { nameKey, Users, type UserWithPassword } from '../users/user.js';

/**
 * Checks passwords so that the time of a refusal tells nothing. An imported account costs what its system's hash costs. While there
 * are such accounts, every refusal checks one hash of ours and one of theirs: for a name without a foreign hash that of some other account.
 */
@Injectable()
export class PasswordCheck {
  readonly #key: Buffer;

  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    sealer: Sealer,
  ) {
    this.#key = sealer.derive('foreign-hash-places');
  }

  find(name: string): Promise<UserWithPassword | undefined> {
    return this.users.findForSignIn(name);
  }

  /** @throws {Problem} `temporarily_unavailable` when too many wait already */
  fits(found: UserWithPassword | undefined, password: string): Promise<boolean> {
    return this.passwords.verify(found?.passwordHash, password);
  }

  /** Does what is left of the work of a refusal, after `fits`. */
  async refuse(found: UserWithPassword | undefined, name: string, password: string): Promise<void> {
    // An account has one place by whichever of its names.
    const place = this.#placeOf(nameKey(found?.user.username ?? name));
    const foreign = await this.users.foreignHashAt(place);
    await this.passwords.makeUp(found?.passwordHash, password, foreign);
  }

  /** Stores the hash of a password that has just been checked anew, where it was made by another system or at another cost. */
  async renew({ user, passwordHash }: UserWithPassword, password: string): Promise<void> {
    const { users, passwords } = this;
    if (!passwords.isOutdated(passwordHash)) return;
    await users.rehashed(user.id, passwordHash, await passwords.hash(password));
  }

  /** A UUID that nobody else can compute: names with the same place could be compared with one another. */
  #placeOf(key: string): string {
    const digits = createHmac('sha256', this.#key).update(key).digest('hex');
    return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
