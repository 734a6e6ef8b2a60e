import { Injectable } from '@nestjs/common';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { Identity } from '../http/identity.js';
import { BreachedPasswords } from './breached-passwords.js';
import { PasswordSettings } from './password.settings.js';
import { PASSWORD_LENGTH } from './passwords.js';
import type { PasswordPolicy } from './password-policy.js';

/** Of 0 to 4: "safely unguessable", more than 10^8 guesses. */
const ENOUGH = 3;
/** What comes after these adds strength and costs time to judge: the work grows with the square. */
const JUDGED_CHARACTERS = 64;

/** Judges passwords as attackers guess them, with zxcvbn (Wheeler, USENIX Security 2016). */
@Injectable()
export class ZxcvbnPolicy implements PasswordPolicy {
  readonly minLength: number;
  #judge: Promise<ZxcvbnFactory> | undefined;

  constructor(
    { passwordMinLength }: PasswordSettings,
    private readonly identity: Identity,
    private readonly leaked: BreachedPasswords,
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
    this.#judge ??= loadJudge();
    const judge = await this.#judge;
    const { score, feedback } = judge.check(password, known);
    if (score < ENOUGH) {
      const why = [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ');
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

/** The dictionaries take 60 MB and a third of a second: when the first password is set, not before. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: JUDGED_CHARACTERS,
  });
}
