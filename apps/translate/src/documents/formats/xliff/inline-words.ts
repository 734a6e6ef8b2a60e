import { escapeUTF8 } from 'entities';
import { composeMessage } from '../../../text/compose-message.js';
import type { SourceOf, TextUnit } from '../xml/inline-units.js';
import { parseUnit, type XmlNode } from '../xml/xml-tree.js';
import type { Inline } from './inline-nodes.js';

/** What an id of a unit stands for. */
type Piece = Exclude<Inline, { readonly kind: 'text' }>;

export interface WordOptions {
  /** Whether apostrophes mean nothing in messages, as in Angular's. */
  readonly hasPlainApostrophes: boolean;
}

/** Words of a source with what is in and around them; a message with branches is translated as messages are. */
export function inlineWords(inline: readonly Inline[], options: WordOptions): TextUnit {
  return messageUnit(inline, options) ?? markedUnit(inline);
}

function markedUnit(inline: readonly Inline[]): TextUnit {
  const pieces: Piece[] = [];
  const textOf = (nodes: readonly Inline[]): string =>
    nodes
      .map((node) => {
        if (node.kind === 'text') return escapeUTF8(node.text);
        const id = pieces.push(node);
        return node.kind === 'pair' ? `<g id="${id}">${textOf(node.inner)}</g>` : `<x id="${id}"/>`;
      })
      .join('');
  const back = (nodes: readonly XmlNode[], sourceOf: SourceOf): string =>
    nodes
      .map((node) => {
        if (node.kind === 'text') return escapeUTF8(node.text);
        const piece = pieces[Number(node.attributes['id']) - 1];
        if (piece?.kind === 'opaque') return sourceOf(piece.start, piece.end);
        const inner = back(node.children, sourceOf);
        if (piece === undefined) return inner;
        const { start, innerStart, innerEnd, end } = piece;
        return sourceOf(start, innerStart) + inner + sourceOf(innerEnd, end);
      })
      .join('');
  return {
    text: textOf(inline),
    hasWords: hasWords(inline),
    write: (translation, sourceOf) => back(parseUnit(translation), sourceOf),
  };
}

/** How elements stand in a message: as arguments, which come out as they went in. */
const PREFIX = 'xliff_';
const ARGUMENT = /\{xliff_(\d+)(o|c)?\}/g;

/**
 * A message (`{count, plural, one {# file} other {# files}}`) with its elements as arguments of it.
 *
 * @see ICU User Guide, "Formatting Messages"; Angular writes its messages so
 */
function messageUnit(
  inline: readonly Inline[],
  { hasPlainApostrophes }: WordOptions,
): TextUnit | undefined {
  const pieces: Piece[] = [];
  const textOf = (nodes: readonly Inline[]): string =>
    nodes
      .map((node) => {
        if (node.kind === 'text') return node.text;
        const name = `${PREFIX}${pieces.push(node)}`;
        return node.kind === 'pair' ? `{${name}o}${textOf(node.inner)}{${name}c}` : `{${name}}`;
      })
      .join('');
  const text = textOf(inline);
  const composed = composeMessage(text);
  if (composed === undefined) return undefined;
  return {
    kind: 'plain',
    text,
    hasWords: composed.segments.length > 0,
    write: (translation, sourceOf) => {
      const written = hasPlainApostrophes ? translation.replaceAll("''", "'") : translation;
      let position = 0;
      let out = '';
      for (const { 0: argument, 1: id, 2: half, index } of written.matchAll(ARGUMENT)) {
        out += escapeUTF8(written.slice(position, index));
        out += argumentOf(pieces[Number(id) - 1], half, sourceOf);
        position = index + argument.length;
      }
      return out + escapeUTF8(written.slice(position));
    },
  };
}

function argumentOf(
  piece: Piece | undefined,
  half: string | undefined,
  sourceOf: SourceOf,
): string {
  if (piece === undefined) return '';
  if (piece.kind === 'opaque') return sourceOf(piece.start, piece.end);
  return half === 'o'
    ? sourceOf(piece.start, piece.innerStart)
    : sourceOf(piece.innerEnd, piece.end);
}

const hasWords = (nodes: readonly Inline[]): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? /\p{L}/u.test(node.text) : node.kind === 'pair' && hasWords(node.inner),
  );
