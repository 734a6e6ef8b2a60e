import { Problem } from '@sextant/platform-http/problem';
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
  /** Ids of edited texts that are not in the document. */
  readonly unknown: readonly string[];
}

/** States after which nobody reviews. @see XLIFF 1.2, section 2.5 */
const APPROVED: ReadonlySet<string> = new Set(['final', 'signed-off']);
/** What tools put around words, which means nothing to the document. */
const TRANSPARENT = 'mrk';

/** A text of a document as somebody edits it: its id, and its translation with `g` and `x`. */
export type EditedText = readonly [id: string, target: string];

/** An alignment as XLIFF 1.2, or texts that were edited. */
export type GivenCorrections = Uint8Array | readonly EditedText[];

/** What is said of one text: nothing where nobody has looked at it. */
interface GivenText {
  review(text: AlignedText): Review | undefined;
}

/**
 * Reads an alignment that comes back. Its maker is a stranger: what is not of the document, and what lacks a part of it,
 * is refused.
 *
 * @param translations as they are now
 * @throws {Problem} `document_invalid`
 */
export function correctionsIn(
  corrections: GivenCorrections,
  units: readonly DocumentUnit[],
  translations: readonly string[],
): Corrections {
  const isFile = corrections instanceof Uint8Array;
  const given = isFile ? givenTexts(corrections) : editedTexts(corrections);
  const changed: (readonly [number, string])[] = [];
  const reviewed: ReviewedText[] = [];
  for (const [at, unit] of units.entries()) {
    const aligned = alignedUnit(unit, translations[at] ?? unit.text, at + 1);
    const own = aligned.texts.flatMap((text) => reviewedIn(text, given));
    const corrections = new Map(
      own.flatMap(({ id, nodes, isChanged }) => (isChanged ? [[id, nodes] as const] : [])),
    );
    reviewed.push(...own.map(({ source, nodes }) => ({ source, target: wordsOf(nodes) })));
    if (corrections.size > 0) changed.push([at, aligned.corrected(corrections)]);
  }
  const unknown = [...given.keys()];
  const [stranger] = unknown;
  if (isFile && stranger !== undefined) throw refusal(stranger, 'is not in this document');
  checkUnits(changed.map(([at, text]) => ({ kind: units[at]?.kind ?? 'plain', text })));
  return { changed, reviewed, unknown };
}

interface OwnReview extends Pick<Review, 'nodes'> {
  readonly id: string;
  readonly source: string;
  readonly isChanged: boolean;
}

/** Takes what is said of a text: nothing where it is the same as before and nobody has approved it. */
function reviewedIn(text: AlignedText, given: Map<string, GivenText>): readonly OwnReview[] {
  const own = parseUnit(text.target);
  const review = given.get(text.id)?.review(text);
  given.delete(text.id);
  if (review === undefined) return [];
  const { nodes, isApproved } = review;
  checkMarks(text, nodes, own);
  const isChanged = xmlOf(nodes) !== xmlOf(own);
  if (!isChanged && !isApproved) return [];
  return [{ id: text.id, nodes, isChanged, source: wordsIn(text.source) }];
}

/** Those that are not of the document are left aside, and told. */
const editedTexts = (texts: readonly EditedText[]): Map<string, GivenText> =>
  new Map(
    texts.map(([id, target]) => [
      id,
      { review: () => ({ nodes: plainNodes(id, parsedTarget(id, target)), isApproved: false }) },
    ]),
  );

function parsedTarget(id: string, target: string): readonly XmlNode[] {
  try {
    return parseUnit(target);
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw refusal(id, 'has marks that do not close', cause);
  }
}

function givenTexts(bytes: Uint8Array): Map<string, GivenText> {
  const root = parseXml(decodeText(bytes).text);
  if (root.name !== 'xliff' || root.attributes['version'] !== '1.2') {
    throw FILE_ERRORS.invalid({
      message: 'Invalid file data: it is no XLIFF 1.2, which alignments are.',
    });
  }
  const given = new Map<string, GivenText>();
  for (const element of elementsIn(root)) {
    if (element.name !== 'trans-unit') continue;
    const id = element.attributes['id'] ?? '';
    if (given.has(id)) throw refusal(id, 'is there twice');
    given.set(id, { review: (text) => reviewOf(text, element) });
  }
  return given;
}

interface Review {
  readonly nodes: readonly XmlNode[];
  readonly isApproved: boolean;
}

function reviewOf(text: AlignedText, element: XmlElement): Review | undefined {
  const source = childOf(element, 'source');
  if (source === undefined || spaced(wordsOf(source.children)) !== spaced(wordsIn(text.source))) {
    throw refusal(text.id, 'has another source');
  }
  const target = childOf(element, 'target');
  // Tools leave a target empty that nobody has looked at.
  if (target === undefined || target.children.length === 0) return undefined;
  const nodes = plainNodes(text.id, target.children);
  const isApproved =
    element.attributes['approved'] === 'yes' || APPROVED.has(target.attributes['state'] ?? '');
  return { nodes, isApproved };
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

const refusal = (id: string, reason: string, cause?: unknown): Error =>
  FILE_ERRORS.invalid({
    cause,
    message: `Invalid file data: the unit ${JSON.stringify(id.slice(0, 40))} ${reason}.`,
  });
