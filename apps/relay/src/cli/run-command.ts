import { check } from './check.js';
import { deadLetters } from './dead-letters.js';
import { render } from './render.js';

/** Where a command reads from and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** @returns the exit code: 0 good, 1 not, 2 wrong usage */
type Command = (words: readonly string[], terminal: Terminal) => number | Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  check,
  render,
  'dead-letters': deadLetters,
};

export const isCommand = (word: string): boolean => Object.hasOwn(COMMANDS, word);

const terminalOfProcess: Terminal = {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** Runs one command instead of the service. */
export async function runCommand(
  name: string,
  words: readonly string[],
  terminal: Terminal = terminalOfProcess,
): Promise<number> {
  return (await COMMANDS[name]?.(words, terminal)) ?? 2;
}
