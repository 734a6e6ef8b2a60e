import { readdirSync, readFileSync } from 'node:fs';
import { formatTime } from '../src/time/format-time.js';
import { parseTime } from '../src/time/parse-time.js';
import { fixed, parse, type FunctionMap, variadic } from '../src/index.js';

/** A template and what Go made of it: text, bytes that are no UTF-8, or an error. */
export interface Vector {
  readonly template: string;
  readonly output?: string;
  readonly outputHex?: string;
  readonly error?: string;
}

export interface VectorGroup {
  readonly data?: unknown;
  readonly missingKey?: 'default' | 'zero' | 'error';
  readonly delims?: readonly [string, string];
  /** Sprig's functions instead of the relay's. */
  readonly functions?: 'sprig';
  readonly vectors: readonly Vector[];
}

const folder = new URL('../conformance/vectors/', import.meta.url);

export function vectorFiles(): readonly { name: string; groups: readonly VectorGroup[] }[] {
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      name: file.replace('.json', ''),
      groups: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as VectorGroup[],
    }));
}

/** Renders a vector's template and gives what it made in the vector's form. */
export function rendered(group: VectorGroup, { template }: Vector, functions: FunctionMap): Vector {
  try {
    const parsed = parse('t', template, {
      functions,
      ...(group.missingKey && { missingKey: group.missingKey }),
      ...(group.delims && { delims: { left: group.delims[0], right: group.delims[1] } }),
    });
    const bytes = Buffer.from(parsed.executeBytes(group.data));
    const output = bytes.toString('utf8');
    const isText = Buffer.from(output).equals(bytes);
    return isText ? { template, output } : { template, outputHex: bytes.toString('hex') };
  } catch (error) {
    return { template, error: (error as Error).message };
  }
}

/** The functions which generate.go has for the sake of the vectors alone. */
export const vectorFunctions: FunctionMap = {
  list: variadic([], 'any', (values) => values),
  addThree: fixed(
    [],
    () =>
      (...args) =>
        BigInt(args.length + 3),
  ),
  timeBetween: fixed(['string', 'string', 'string'], ([from, to, value]) =>
    formatTime(parseTime(from, value), to),
  ),
  fails: fixed(['string'], ([message]) => {
    throw new Error(message);
  }),
};
