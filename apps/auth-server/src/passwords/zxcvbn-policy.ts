import { Injectable } from '@nestjs/common';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { Identity } from '../http/identity.js';
import { BreachedPasswords } from './breached-passwords.js';
import { PasswordSettings } from './password.settings.js';
import { PASSWORD_LENGTH } from './passwords.js';
import type { PasswordPolicy } from './password-policy.js';
import { StrengthThread } from './threads/strength-thread.js';

/** Of 0 to 4: "safely unguessable", more than 10^8 guesses. */
const ENOUGH = 3;

/** Judges passwords as attackers guess them, with zxcvbn (Wheeler, USENIX Security 2016). */
@Injectable()
export class ZxcvbnPolicy implements PasswordPolicy {
  readonly minLength: number;

  constructor(
    { passwordMinLength }: PasswordSettings,
    private readonly identity: Identity,
    private readonly leaked: BreachedPasswords,
    private readonly thread: StrengthThread,
  ) {
    this.minLength = passwordMinLength;
  }

  async check(password: string, words: readonly string[]): Promise<void> {
    const { max } = PASSWORD_LENGTH;
    const length = password.length;
    if (length < this.minLength || length > max) {
      throw AUTH_ERRORS.weakPassword({
        message: `The password must have ${this.minLength} to ${max} characters.`,
        details: { reason: 'passwordLength', min: this.minLength, max },
      });
    }
    const known = [...words, this.identity.brand];
    if (restOf(password, known).length < this.minLength / 2) {
      throw AUTH_ERRORS.namesAsPassword();
    }
    const { score, why } = await this.thread.judge(password, known);
    if (score < ENOUGH) {
      throw AUTH_ERRORS.weakPassword({
        message: `The password is too easy to guess. ${why}`.trimEnd(),
        details: { reason: 'weakPassword' },
      });
    }
    if (await this.leaked.has(password)) {
      throw AUTH_ERRORS.leakedPassword();
    }
  }
}

/** zxcvbn takes three known words in a row for a good password: what there is beside them counts. */
const restOf = (password: string, words: readonly string[]): string =>
  words
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase());

const SHORTEST_WORD = 3;
