import { FILE_ERRORS } from '../file-errors.js';
import type { DocumentFormat } from '../document-format.js';
import { mixedUnit } from '../xml/mixed-units.js';
import { decodeText } from '../text-files.js';
import { XmlPart, type ParagraphFinder } from '../xml/xml-part.js';
import type { XmlElement, XmlNode } from '../xml/xml-tree.js';

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
export const ANDROID: DocumentFormat = {
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
