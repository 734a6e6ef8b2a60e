import { createInterface } from 'node:readline/promises';

/** Asks on the terminal that the command runs in; undefined where it runs in none, as in scripts. */
export const askOnTerminal: ((question: string) => Promise<boolean>) | undefined =
  process.stdin.isTTY && process.stdout.isTTY
    ? async (question) => {
        const terminal = createInterface({ input: process.stdin, output: process.stdout });
        try {
          return /^(y(es)?)?$/i.test((await terminal.question(`${question} [Y/n] `)).trim());
        } finally {
          terminal.close();
        }
      }
    : undefined;
