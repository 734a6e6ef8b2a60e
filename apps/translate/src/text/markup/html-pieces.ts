import type { MarkupOptions } from './markup-options.js';
import { ignoring } from './document-parts.js';
import { tokensOf, type Token } from './markup-tokens.js';
import { HTML_BLOCKS, rolesOf, type Role } from './outline.js';

/** A stretch of an HTML document, between whose words nothing outside of it stands. */
export interface HtmlPiece {
  readonly raw: string;
  /** What a reader sees, and everything that nobody translates. */
  readonly words: string;
  readonly tokens: number;
}

const HTML: MarkupOptions = {
  kind: 'html',
  version: 'v2',
  detectsOutline: true,
  splittingTags: [],
  nonSplittingTags: [],
  ignoreTags: [],
};

/**
 * Cuts a document between blocks, so that each piece is translated as it would be in the whole. Joined, the `raw` of all
 * is the document. O(n).
 *
 * @param length from which a piece ends as soon as it may, in UTF-16 code units
 */
export function htmlPieces(text: string, length: number): readonly HtmlPiece[] {
  const tokens = tokensOf(text, 'html');
  const cuts = cutsIn(tokens, rolesOf(tokens, HTML));
  const pieces: HtmlPiece[] = [];
  let from = 0;
  let size = 0;
  for (const [at, { raw }] of tokens.entries()) {
    size += raw.length;
    const isEnd = at === tokens.length - 1 || (size >= length && cuts.has(at));
    if (!isEnd) continue;
    pieces.push(pieceOf(tokens.slice(from, at + 1)));
    from = at + 1;
    size = 0;
  }
  return pieces;
}

/** The words of a document or of a piece: what is no tag, comment, script or style. */
export const htmlWords = (text: string): string => wordsIn(tokensOf(text, 'html'));

/** Tokens behind which only blocks are open, none of which is to stay as it is. */
function cutsIn(tokens: readonly Token[], roles: readonly Role[]): ReadonlySet<number> {
  const isIgnored = ignoring(HTML);
  const cuts = new Set<number>();
  let wholeUntil = -1;
  for (const [at, token] of tokens.entries()) {
    const isWhole = token.kind === 'open' && (!HTML_BLOCKS.has(token.name) || isIgnored(token));
    if (isWhole) wholeUntil = Math.max(wholeUntil, token.end);
    if (at >= wholeUntil && roles[at] === 'splitting') cuts.add(at);
  }
  return cuts;
}

const pieceOf = (tokens: readonly Token[]): HtmlPiece => ({
  raw: tokens.map(({ raw }) => raw).join(''),
  words: wordsIn(tokens),
  tokens: tokens.length,
});

const wordsIn = (tokens: readonly Token[]): string =>
  tokens.map(({ kind, raw }) => (kind === 'text' ? raw : '')).join('');
