import { FILE_ERRORS } from './file-errors.js';
import type { DocumentFormat } from './document-format.js';
import { mixedUnit } from './xml/mixed-units.js';
import { decodeText } from './text-files.js';
import { XmlPart, type ParagraphFinder } from './xml/xml-part.js';
import { spliced, type Replacement, type XmlElement, type XmlNode } from './xml/xml-tree.js';

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
const STRINGS: DocumentFormat = {
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

const MARKUP: ReadonlySet<string> = new Set(['b', 'i', 'u', 'em', 'strong', 'a', 'annotation']);

/** `string`, and `item` of arrays and plurals, unless they are marked as not to be translated. */
const findString: ParagraphFinder = (element, source, parent) => {
  if (element.name !== 'string' && element.name !== 'item') return undefined;
  if (isKept(element) || (parent !== undefined && isKept(parent))) return undefined;
  const { nodes, start, end } = withoutQuotes(element, source);
  if (isReference(nodes)) return undefined;
  const unit = mixedUnit(nodes, MARKUP, { read: androidText, write: androidEscaped });
  return { unit, start, end };
};

/** A value of another resource or of the theme, and what says that there is none. */
const REFERENCE = /^\s*(?:[@?]\+?(?:[\w.]+:)?[\w.]+\/[\w.]+|\?[\w.:]+|@(?:null|empty))\s*$/;

const isReference = (nodes: readonly XmlNode[]): boolean =>
  nodes.length === 1 && nodes[0]?.kind === 'text' && REFERENCE.test(nodes[0].text);

const OPENING = /^\s*(?:"|&quot;|&#34;)/;
const CLOSING = /(?<!\\)(?:"|&quot;|&#34;)\s*$/;

interface Quoted {
  readonly nodes: readonly XmlNode[];
  readonly start: number;
  readonly end: number;
}

/** What stands between quotes that are around a whole value, which keep the space in it. */
function withoutQuotes({ children, innerStart, innerEnd }: XmlElement, source: string): Quoted {
  const whole = { nodes: children, start: innerStart, end: innerEnd };
  const inner = source.slice(innerStart, innerEnd);
  const [opening, closing] = [OPENING.exec(inner), CLOSING.exec(inner)];
  const [first, last] = [children[0], children.at(-1)];
  const isQuoted = opening !== null && closing !== null && closing.index >= opening[0].length;
  if (!isQuoted || first?.kind !== 'text' || last?.kind !== 'text') return whole;
  const unquoted = (node: XmlNode, sign: RegExp): XmlNode =>
    node.kind === 'text' ? { ...node, text: node.text.replace(sign, '') } : node;
  const nodes = children
    .map((node) => (node === first ? unquoted(node, /^\s*"/) : node))
    .map((node, at) => (at === children.length - 1 ? unquoted(node, /"\s*$/) : node));
  return { nodes, start: innerStart + opening[0].length, end: innerStart + closing.index };
}

const isKept = ({ attributes }: XmlElement): boolean => attributes['translatable'] === 'false';

const androidText = (text: string): string => text.replaceAll(/\\(['"@?])/g, '$1');
const androidEscaped = (text: string): string =>
  text.replaceAll(/(?<!\\)['"]/g, '\\$&').replace(/^[@?]/, '\\$&');

/**
 * Android's string resources.
 *
 * @see Android Developers, "String resources"
 */
const ANDROID: DocumentFormat = {
  name: 'Android resources',
  extensions: ['xml'],
  mediaType: 'application/xml',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const part = new XmlPart(text, findString);
    if (part.root !== 'resources') {
      throw FILE_ERRORS.invalid({
        message:
          'Invalid file data: of XML files, Android resources are translated; others have no known place for texts. Send theirs as texts with tag_handling=xml.',
      });
    }
    return {
      units: part.units.map((unit) => ({ kind: 'xml', text: unit.text })),
      write: (translations) => encode(part.write(translations)),
    };
  },
};

export const RESOURCE_FORMATS: readonly DocumentFormat[] = [STRINGS, ANDROID];
