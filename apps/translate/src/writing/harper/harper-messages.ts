/** What the thread is asked. */
export interface HarperAsk {
  readonly id: number;
  readonly text: string;
  readonly dialect: 'american' | 'british';
}

/** One thing that the checker found; positions in UTF-16 code units. */
export interface HarperLint {
  readonly start: number;
  readonly end: number;
  /** As the checker names it: `Spelling`, `Agreement`. */
  readonly kind: string;
  readonly message: string;
  /** What could stand there instead, the best first. */
  readonly replacements: readonly string[];
}

export interface HarperReply {
  readonly id: number;
  readonly lints?: readonly HarperLint[];
  readonly error?: string;
}
