import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { TemplateError } from '../errors.js';
import type { FunctionMap } from '../exec/function.js';
import type { MissingKey } from '../exec/run.js';
import { relayFunctions } from '../sets/relay-functions.js';
import { sprigFunctions } from '../sets/sprig-functions.js';
import { parse, type TemplateOptions } from '../template.js';

const HELP = `Renders a template as Go's text/template does.

Usage: node libs/go-template/dist/cli.js --template FILE [--data FILE.json] [options]
       node libs/go-template/dist/cli.js --lines [options] < lines.json

  --template FILE      the template; its errors are named after the file
  --data FILE          JSON data; without it the data is nil
  --lines              reads lines {"template": "...", "data": ...} from standard input and answers
                       each with a line {"output": "..."} or {"error": "..."}
  --missing-key MODE   what a missing key gives: default, zero or error
  --functions SET      all (default), or go for Go's own functions only
  --help               this text

Exit code: 0, or 1 if a template, its data or the call is wrong. With --lines a wrong template is an
answer, not a failure.
`;

/** What the command line touches of its process. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  readonly write: (text: string | Uint8Array) => unknown;
  readonly complain: (text: string) => unknown;
}

/** A call that cannot be obeyed; its message says what to do. */
class UsageError extends Error {}

/** @returns the exit code */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const values = readArguments(args);
    if (values.help) terminal.write(HELP);
    else if (values.lines) await renderLines(terminal, optionsOf(values, terminal));
    else renderFile(values, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TemplateError)) throw error;
    terminal.complain(`${error.message}\n`);
    return 1;
  }
}

type Values = ReturnType<typeof readArguments>;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        template: { type: 'string' },
        data: { type: 'string' },
        lines: { type: 'boolean', default: false },
        'missing-key': { type: 'string', default: 'default' },
        functions: { type: 'string', default: 'all' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(`${messageOf(cause)} Try --help.`, { cause });
  }
}

function optionsOf(values: Values, { env }: Terminal): TemplateOptions {
  return {
    functions: functionsOf(values.functions, env),
    missingKey: missingKeyOf(values['missing-key']),
  };
}

function functionsOf(set: string, env: Terminal['env']): FunctionMap {
  if (set === 'go') return {};
  if (set === 'all') return { ...sprigFunctions, ...relayFunctions({ env }) };
  throw new UsageError(`--functions is all or go, not ${set}.`);
}

function missingKeyOf(mode: string): MissingKey {
  if (mode === 'default' || mode === 'zero' || mode === 'error') return mode;
  throw new UsageError(`--missing-key is default, zero or error, not ${mode}.`);
}

function renderFile(values: Values, terminal: Terminal): void {
  if (values.template === undefined) throw new UsageError('--template FILE is needed. Try --help.');
  const text = readText(values.template);
  const data = values.data === undefined ? null : parseJson(readText(values.data), values.data);
  const template = parse(values.template, text, optionsOf(values, terminal));
  terminal.write(template.executeBytes(data));
}

async function renderLines(terminal: Terminal, options: TemplateOptions): Promise<void> {
  for await (const line of linesOf(terminal.input)) {
    if (line.trim() !== '') terminal.write(`${JSON.stringify(answer(line, options))}\n`);
  }
}

/** Ends lines at LF alone: JSON may hold U+2028 and U+2029 as they are, at which `node:readline` ends them too. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let begun: string[] = [];
  for await (const piece of input as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    for (const line of others) {
      yield begun.join('');
      begun = [line];
    }
  }
  yield begun.join('');
}

function answer(line: string, options: TemplateOptions): { output: string } | { error: string } {
  try {
    const { template, data } = parseLine(line);
    return { output: parse('template', template, options).execute(data) };
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TemplateError)) throw error;
    return { error: error.message };
  }
}

function parseLine(line: string): { template: string; data: unknown } {
  const value = parseJson(line, 'the line');
  if (typeof value === 'object' && value !== null && 'template' in value) {
    const data = 'data' in value ? value.data : null;
    if (typeof value.template === 'string') return { template: value.template, data };
  }
  throw new UsageError('The line is no object with a text "template".');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`Cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
}

/** Half of a surrogate pair is U+FFFD, as Go reads it. */
function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    );
  } catch (cause) {
    throw new UsageError(`${name} is no JSON: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
