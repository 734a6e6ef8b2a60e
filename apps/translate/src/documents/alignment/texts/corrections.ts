import { FILE_ERRORS } from '../../formats/file-errors.js';
import type { DocumentUnit } from '../../formats/document-format.js';
import { decodeText } from '../../formats/text-files.js';
import {
  elementsIn,
  parseUnit,
  parseXml,
  type XmlElement,
  type XmlNode,
} from '../../formats/xml/xml-tree.js';
import { checkUnits } from '../../formats/unit-limits.js';
import { alignedUnit, wordsIn, wordsOf, xmlOf, type AlignedText } from './aligned-texts.js';

/** A text and what a reviewer has made of its translation, or has approved; words alone. */
export interface ReviewedText {
  readonly source: string;
  readonly target: string;
}

export interface Corrections {
  /** Translations that are others now, by the place of their unit. */
  readonly changed: readonly (readonly [number, string])[];
  readonly reviewed: readonly ReviewedText[];
}

/** States after which nobody reviews. @see XLIFF 1.2, section 2.5 */
const APPROVED: ReadonlySet<string> = new Set(['final', 'signed-off']);
/** What tools put around words, which means nothing to the document. */
const TRANSPARENT = 'mrk';

/**
 * Reads an alignment that comes back. Its maker is a stranger: what is not of the document, and what lacks a part of it,
 * is refused.
 *
 * @param translations as they are now
 * @throws {Problem} `document_invalid`
 */
export function correctionsIn(
  bytes: Uint8Array,
  units: readonly DocumentUnit[],
  translations: readonly string[],
): Corrections {
  const given = givenTexts(bytes);
  const changed: (readonly [number, string])[] = [];
  const reviewed: ReviewedText[] = [];
  for (const [at, unit] of units.entries()) {
    const aligned = alignedUnit(unit, translations[at] ?? unit.text, at + 1);
    const corrections = new Map<string, readonly XmlNode[]>();
    for (const text of aligned.texts) {
      const element = given.get(text.id);
      if (element === undefined) continue;
      given.delete(text.id);
      const { nodes, isChanged, isApproved } = reviewOf(text, element);
      if (isChanged) corrections.set(text.id, nodes);
      if (isChanged || isApproved) {
        reviewed.push({ source: wordsIn(text.source), target: wordsOf(nodes) });
      }
    }
    if (corrections.size > 0) changed.push([at, aligned.corrected(corrections)]);
  }
  const [stranger] = given.keys();
  if (stranger !== undefined) throw refusal(stranger, 'is not in this document');
  checkUnits(changed.map(([at, text]) => ({ kind: units[at]?.kind ?? 'plain', text })));
  return { changed, reviewed };
}

function givenTexts(bytes: Uint8Array): Map<string, XmlElement> {
  const root = parseXml(decodeText(bytes).text);
  if (root.name !== 'xliff' || root.attributes['version'] !== '1.2') {
    throw FILE_ERRORS.invalid({
      message: 'Invalid file data: it is no XLIFF 1.2, which alignments are.',
    });
  }
  const given = new Map<string, XmlElement>();
  for (const element of elementsIn(root)) {
    if (element.name !== 'trans-unit') continue;
    const id = element.attributes['id'] ?? '';
    if (given.has(id)) throw refusal(id, 'is there twice');
    given.set(id, element);
  }
  return given;
}

interface Review {
  readonly nodes: readonly XmlNode[];
  readonly isChanged: boolean;
  readonly isApproved: boolean;
}

function reviewOf(text: AlignedText, element: XmlElement): Review {
  const own = parseUnit(text.target);
  const source = childOf(element, 'source');
  if (source === undefined || spaced(wordsOf(source.children)) !== spaced(wordsIn(text.source))) {
    throw refusal(text.id, 'has another source');
  }
  const target = childOf(element, 'target');
  // Tools leave a target empty that nobody has looked at.
  if (target === undefined || target.children.length === 0) {
    return { nodes: own, isChanged: false, isApproved: false };
  }
  const nodes = plainNodes(text.id, target.children);
  checkMarks(text, nodes, own);
  const isApproved =
    element.attributes['approved'] === 'yes' || APPROVED.has(target.attributes['state'] ?? '');
  return { nodes, isApproved, isChanged: xmlOf(nodes) !== xmlOf(own) };
}

const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child): child is XmlElement => child.kind === 'element' && child.name === name);

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Nothing but text, `g` and `x`. */
function plainNodes(id: string, nodes: readonly XmlNode[]): readonly XmlNode[] {
  return nodes.flatMap((node): readonly XmlNode[] => {
    if (node.kind === 'text') return [node];
    const children = plainNodes(id, node.children);
    if (node.name === TRANSPARENT) return children;
    if (node.name !== 'g' && node.name !== 'x') {
      throw refusal(id, `holds the element ${node.name}, which is not known here`);
    }
    if (node.name === 'x' && children.length > 0) throw refusal(id, 'has words in an x');
    return [{ ...node, children }];
  });
}

/** Each mark once, none of others, and none that is not there any more where it has to be. */
function checkMarks(
  { id, keepsAll }: AlignedText,
  nodes: readonly XmlNode[],
  own: readonly XmlNode[],
): void {
  const open = new Set(marksIn(own));
  for (const mark of marksIn(nodes)) {
    if (!open.delete(mark)) throw refusal(id, `has ${mark} once too often, or from elsewhere`);
  }
  for (const mark of open) {
    if (keepsAll || mark.startsWith('x')) throw refusal(id, `lacks ${mark}`);
  }
}

const marksIn = (nodes: readonly XmlNode[]): readonly string[] =>
  nodes.flatMap((node) =>
    node.kind === 'text'
      ? []
      : [`${node.name} id="${node.attributes['id'] ?? ''}"`, ...marksIn(node.children)],
  );

const refusal = (id: string, reason: string): Error =>
  FILE_ERRORS.invalid({
    message: `Invalid file data: the unit ${JSON.stringify(id.slice(0, 40))} ${reason}.`,
  });
