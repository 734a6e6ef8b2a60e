import { check } from './check.js';
import type { Command, Terminal } from './command.js';
import { deadLetters } from './dead-letters.js';
import { render } from './render.js';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', check],
  ['render', render],
  ['dead-letters', deadLetters],
]);

/** Options belong to the service, which runs without a command. */
export const isOption = (word: string): boolean => word.startsWith('-');

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
  const command = COMMANDS.get(name);
  if (command === undefined) {
    const known = ['migrate', ...COMMANDS.keys()].join(', ');
    terminal.err(`There is no command ${name}. Commands: ${known}; options alone run the relay.`);
    return 2;
  }
  if (words.includes('--help')) {
    terminal.out(command.usage);
    return 0;
  }
  return command.run(words, terminal);
}
