/** Where a command reads from and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** One command line of the relay. */
export interface Command {
  readonly usage: string;
  /** @returns the exit code: 0 good, 1 not, 2 wrong usage */
  readonly run: (words: readonly string[], terminal: Terminal) => number | Promise<number>;
}
