import { FILE_ERRORS } from '../file-errors.js';
import type { DocumentFormat } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { spliced, type Replacement } from '../xml/xml-tree.js';

/** Space, a comment, or a name with its value: a file is nothing else. */
const STRINGS_ENTRY =
  /\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?:"(?:[^"\\]|\\[\s\S])*"|[\w.-]+)\s*=\s*"((?:[^"\\]|\\[\s\S])*)"\s*;/y;

interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Apple's strings files: values are translated; names and comments stay.
 *
 * @see Apple, "String Resources", Resource Programming Guide
 */
export const STRINGS: DocumentFormat = {
  name: 'strings',
  extensions: ['strings'],
  mediaType: 'text/plain',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const values = [...valuesIn(text)];
    return {
      units: values.map((value) => ({ kind: 'plain', text: value.text })),
      write: (translations) => {
        const replacements = values.flatMap(({ start, end, text: before }, at): Replacement[] => {
          const translation = translations[at] ?? before;
          return translation === before ? [] : [{ start, end, text: escaped(translation) }];
        });
        return encode(spliced(text, replacements));
      },
    };
  },
};

function* valuesIn(text: string): Generator<Value> {
  const entries = new RegExp(STRINGS_ENTRY);
  while (entries.lastIndex < text.length) {
    const start = entries.lastIndex;
    const [entry, raw] = entries.exec(text) ?? [];
    if (entry === undefined) throw notStrings(text, start);
    if (raw === undefined) continue;
    const end = start + entry.lastIndexOf('"');
    yield { start: end - raw.length, end, text: unescaped(raw) };
  }
}

const notStrings = (text: string, at: number): Error =>
  FILE_ERRORS.invalid({
    message: `Invalid file data: no strings file, line ${String(text.slice(0, at).split('\n').length)}: expected "name" = "value";`,
  });

const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unescaped = (raw: string): string =>
  raw.replaceAll(
    /\\(?:[Uu]([0-9a-fA-F]{4})|([\s\S]))/g,
    (_, code: string | undefined, letter: string) =>
      code === undefined
        ? (NAMED[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(code, 16)),
  );

const escaped = (text: string): string =>
  text
    .replaceAll(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
