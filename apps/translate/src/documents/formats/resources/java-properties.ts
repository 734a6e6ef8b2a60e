import type { DocumentFormat } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { spliced, type Replacement } from '../xml/xml-tree.js';

/** A blank line or a remark; else a key, what stands between, and a value that may go on behind a backslash at a line end. */
const ENTRY =
  /[ \t\f]*(?:[#!][^\r\n]*)?(?:\r\n|\r|\n|$)|[ \t\f]*[^\s=:\\]*(?:\\(?:\r\n|[^])[^\s=:\\]*)*(?:[ \t\f]*[=:])?[ \t\f]*([^\r\n\\]*(?:\\(?:\r\n|[^])[^\r\n\\]*)*)(?:\r\n|\r|\n|\\?$)/y;

/** A value that a MessageFormat reads, in which an apostrophe is written twice. */
const HAS_ARGUMENT = /\{\s*\d/;

interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isMessage: boolean;
}

/**
 * Java's properties: values; keys, remarks and order stay. Letters outside ASCII are written as the file writes them: as
 * `\u00e9` where it has none of them otherwise.
 *
 * @see Java SE, java.util.Properties, load(Reader); java.text.MessageFormat, "Patterns and Their Interpretation"
 */
export const PROPERTIES: DocumentFormat = {
  name: 'Java properties',
  extensions: ['properties'],
  mediaType: 'text/plain',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const values = [...valuesIn(text)];
    const isAscii = !/[^\0-\x7f]/.test(text);
    return {
      units: values.map((value) => ({ kind: 'plain', text: value.text })),
      write: (translations) => {
        const replacements = values.flatMap((value, at): Replacement[] => {
          const translation = translations[at] ?? value.text;
          if (translation === value.text) return [];
          const { start, end, isMessage } = value;
          return [{ start, end, text: escaped(translation, { isMessage, isAscii }) }];
        });
        return encode(spliced(text, replacements));
      },
    };
  },
};

function* valuesIn(text: string): Generator<Value> {
  const entries = new RegExp(ENTRY);
  while (entries.lastIndex < text.length) {
    const start = entries.lastIndex;
    const match = entries.exec(text);
    // Every line is one or the other; a sign that is neither is passed over.
    if (match === null) {
      entries.lastIndex = start + 1;
      continue;
    }
    const [entry, raw] = match;
    if (raw === undefined || raw === '') continue;
    const from = start + entry.lastIndexOf(raw);
    const value = unescaped(raw);
    const isMessage = HAS_ARGUMENT.test(value);
    yield {
      ...{ start: from, end: from + raw.length, isMessage },
      text: isMessage ? value.replaceAll("''", "'") : value,
    };
  }
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

/** A backslash at a line end joins the next line without the space that it begins with. */
const unescaped = (raw: string): string =>
  raw.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|(?:\r\n|\r|\n)[ \t\f]*|([^]))/g,
    (_, code: string | undefined, letter: string | undefined) =>
      code === undefined
        ? (NAMED[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
  );

interface Writing {
  readonly isMessage: boolean;
  readonly isAscii: boolean;
}

function escaped(text: string, { isMessage, isAscii }: Writing): string {
  const written = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\f', String.raw`\f`)
    .replace(/^ /, '\\ ');
  const quoted = isMessage ? written.replaceAll("'", "''") : written;
  return isAscii ? quoted.replaceAll(/[^\0-\x7f]/g, asCode) : quoted;
}

const asCode = (unit: string): string =>
  String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
