/** How well a password stands up to guessing. */
export interface Strength {
  /** 0 to 4, as zxcvbn has it. */
  readonly score: number;
  /** What is weak about it, in English. */
  readonly why: string;
}

export interface StrengthQuestion {
  readonly password: string;
  readonly words: readonly string[];
}
