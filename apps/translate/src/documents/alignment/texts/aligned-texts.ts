import { escapeUTF8 } from 'entities';
import { htmlPieces } from '../../../text/markup/html-pieces.js';
import type { DocumentUnit } from '../../formats/document-format.js';
import { NO_XML, parseUnit, type XmlNode } from '../../formats/xml/xml-tree.js';
import { htmlWriting } from './html-writing.js';

/** A text and its translation as a reviewer sees them: words with `g` and `x`, as in XLIFF. */
export interface AlignedText {
  /** Unique in its document. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Whether each `g` has to stay, too; an `x` has to always. */
  readonly keepsAll: boolean;
}

/** A unit's translation, cut into what is corrected on its own. */
export interface AlignedUnit {
  readonly texts: readonly AlignedText[];
  /**
   * @param corrections what a reviewer made of targets, by id; they hold the same `g` and `x`
   * @returns the translation with them
   */
  corrected(corrections: ReadonlyMap<string, readonly XmlNode[]>): string;
}

/** A stretch of both texts of a unit, and how its target is written. */
interface Stretch {
  readonly source: string;
  readonly target: string;
  readonly hasWords: boolean;
  write(nodes: readonly XmlNode[]): string;
}

/** @param number of the unit, from 1 */
export function alignedUnit(unit: DocumentUnit, translation: string, number: number): AlignedUnit {
  const { raw, stretches } = STRETCHES[unit.kind](unit.text, translation);
  const idOf = (at: number) => (stretches.length === 1 ? String(number) : `${number}-${at + 1}`);
  return {
    texts: stretches.flatMap(({ source, target, hasWords }, at) =>
      hasWords ? [{ id: idOf(at), source, target, keepsAll: unit.kind === 'html' }] : [],
    ),
    corrected: (corrections) =>
      stretches
        .map((stretch, at) => {
          const nodes = corrections.get(idOf(at));
          return nodes === undefined ? raw[at] : withLineEndsOf(translation, stretch.write(nodes));
        })
        .join(''),
  };
}

/** Both texts in as many stretches; joined, `raw` is the translation. */
interface Stretches {
  readonly raw: readonly string[];
  readonly stretches: readonly Stretch[];
}

const STRETCHES: Readonly<
  Record<DocumentUnit['kind'], (source: string, target: string) => Stretches>
> = {
  xml: (source, target) => ({
    raw: [target],
    stretches: [{ source: clean(source), target: clean(target), hasWords: true, write: xmlOf }],
  }),
  plain: (source, target) =>
    inStretches(linesOf(source), linesOf(target), (one, other) => ({
      source: escapeUTF8(clean(one)),
      target: escapeUTF8(clean(other)),
      hasWords: /\p{L}/u.test(one),
      write: wordsOf,
    })),
  html: (source, target) =>
    inStretches(piecesOf(source), piecesOf(target), (one, other) => htmlWriting(one, other)),
};

/** Where one text has other stretches than the other, both are one. */
function inStretches(
  sources: readonly string[],
  targets: readonly string[],
  stretchOf: (source: string, target: string) => Stretch,
): Stretches {
  if (sources.length !== targets.length)
    return inStretches(whole(sources), whole(targets), stretchOf);
  return {
    raw: targets,
    stretches: targets.map((target, at) => stretchOf(sources[at] ?? '', target)),
  };
}

const whole = (parts: readonly string[]): readonly string[] => [parts.join('')];

/** Lines and their ends by turns. */
const linesOf = (text: string): readonly string[] => text.split(/(\r?\n)/);

const piecesOf = (text: string): readonly string[] => htmlPieces(text, 1).map(({ raw }) => raw);

/** What an engine may answer and no XML can hold. */
const clean = (text: string): string => text.replaceAll(NO_XML, '');

/** Readers of XML make one kind of line ends of all. */
const withLineEndsOf = (translation: string, corrected: string): string =>
  translation.includes('\r\n') ? corrected.replaceAll(/\r?\n/g, '\r\n') : corrected;

/** The text of nodes as a unit has it; the same for all ways to write it. */
export const xmlOf = (nodes: readonly XmlNode[]): string =>
  nodes
    .map((node) => {
      if (node.kind === 'text') return escapeUTF8(node.text.replaceAll(/\r\n?/g, '\n'));
      const id = node.attributes['id'] ?? '';
      if (node.name === 'x') return `<x id="${id}"/>`;
      return `<g id="${id}">${xmlOf(node.children)}</g>`;
    })
    .join('');

/** Words without what is around them. */
export const wordsOf = (nodes: readonly XmlNode[]): string =>
  nodes.map((node) => (node.kind === 'text' ? node.text : wordsOf(node.children))).join('');

export const wordsIn = (xml: string): string => wordsOf(parseUnit(xml));
