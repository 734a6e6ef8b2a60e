import type { MarkupOptions } from './markup-options.js';
import type { Token } from './markup-tokens.js';

/** What a token is for the sentences around it. */
export type Role =
  /** Ends the sentence before it and begins another. */
  | 'splitting'
  /** Belongs to the words around it. */
  | 'inline';

/** Elements that stand between sentences, not in them. */
export const HTML_BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote body br button canvas caption center col colgroup dd details dialog dir div
  dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe
  legend li link main menu meta nav noscript object ol optgroup option p pre script section select style summary
  table tbody td template textarea tfoot th thead title tr ul video`.split(/\s+/),
);

/**
 * Tells of each token whether it splits sentences.
 *
 * HTML goes by its element names. In XML an element beside text belongs to it, one among elements only is
 * structure (our choice of what "outline detection" means). `nonSplittingTags` wins over `splittingTags`, both
 * over what was detected, and an element with a splitting one inside splits as well. O(n).
 */
export function rolesOf(tokens: readonly Token[], options: MarkupOptions): readonly Role[] {
  const besideText = options.kind === 'xml' ? tokensBesideText(tokens) : new Set<number>();
  const fold = (name: string) => (options.kind === 'html' ? name.toLowerCase() : name);
  const never = new Set(options.nonSplittingTags.map(fold));
  const always = new Set(options.splittingTags.map(fold));
  const detected = (name: string, index: number): boolean => {
    if (!options.detectsOutline || name === '') return false;
    return options.kind === 'html' ? HTML_BLOCKS.has(name) : !besideText.has(index);
  };
  const splits = tokens.map((token, index) => {
    if (token.kind === 'text' || token.kind === 'close' || never.has(token.name)) return false;
    return always.has(token.name) || detected(token.name, index);
  });
  return spreadOutwards(tokens, splits).map((isSplitting) =>
    isSplitting ? 'splitting' : 'inline',
  );
}

/** Indices of tags whose parent holds text of its own. */
function tokensBesideText(tokens: readonly Token[]): ReadonlySet<number> {
  const besideText = new Set<number>();
  const open: { readonly children: number[]; hasText: boolean }[] = [
    { children: [], hasText: false },
  ];
  const close = () => {
    const level = open.pop();
    if (level?.hasText === true) for (const child of level.children) besideText.add(child);
  };
  tokens.forEach((token, index) => {
    const level = open.at(-1);
    if (token.kind === 'close') close();
    else if (token.kind === 'text') {
      if (level !== undefined && token.raw.trim() !== '') level.hasText = true;
    } else {
      level?.children.push(index);
      if (token.kind === 'open') open.push({ children: [], hasText: false });
    }
  });
  close();
  return besideText;
}

/** Start and end tags alike, and whatever is around a splitting element. */
function spreadOutwards(tokens: readonly Token[], splits: readonly boolean[]): readonly boolean[] {
  const result = [...splits];
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind === 'open') open.push(index);
    const isSplitting = result[index] === true;
    if (token.kind === 'close') {
      open.pop();
      result[index] = result[token.start] === true;
    }
    const around = open.at(token.kind === 'open' ? -2 : -1);
    if (around !== undefined && (isSplitting || result[index] === true)) result[around] = true;
  });
  return result;
}
