import { matchesOf, ownPatterns } from './own-patterns.js';
import { PLACEHOLDER_KINDS, type PlaceholderFormat } from './placeholder-formats.js';

/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A range that must stay, with the dialects of placeholders that it belongs to; none for what is no placeholder. */
export interface KeptRange extends TextRange {
  readonly formats: readonly PlaceholderFormat[];
}

/** Which placeholders are kept. */
export interface Keeping {
  /** Those of these dialects; of all if absent. */
  readonly formats?: readonly PlaceholderFormat[] | undefined;
  /** Regular expressions of the caller for more, see `ownPatterns`. */
  readonly patterns?: readonly string[] | undefined;
}

/** Texts without any of these hold nothing that must stay: most. */
const HINT = /[`{}$%<>@#\\~/_&[§]|\?[a-z]|--|\w\.\w|\bv\d|:[\w+-]|\w[()]/;

const EXTENSIONS =
  'avi|bak|bat|bin|bmp|cfg|conf|cjs|cpp|css|csv|dat|db|deb|dll|dmg|docx?|env|epub|exe|gif|gz|html?|ini|iso|jar|java|jpe?g|jsx?|json|key|lock|log|md|mjs|mov|mp3|mp4|odt|pdf|pem|php|png|pot?|pptx?|properties|ps1|py|rb|rpm|sh|sql|srt|svg|tar|tex|tmp|toml|tsv|tsx?|txt|vtt|wav|webp|xlf|xliff|xlsx?|xml|ya?ml|zip';

const HTML_NAMES =
  'a|abbr|article|aside|audio|b|bdi|bdo|blockquote|body|br|button|canvas|cite|code|col|dd|del|details|div|dl|dt|em|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|mark|meta|nav|ol|option|p|pre|q|s|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr';

const ATTRIBUTES = String.raw`(?:\s+[\w:@.-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?>`;

const DOMAINS = 'com|org|net|edu|gov|io|dev|info|app|eu';

const CODE_NAME = String.raw`[A-Za-z_$][\w$]{0,60}`;

/** What stays as it is in every language and is no placeholder. Each is linear in the length of the text, as those are. */
const KINDS: readonly RegExp[] = [
  // Code in backticks (CommonMark 6.1).
  /(?<!`)(`{1,3})(?!`)(?:(?!\1(?!`))[^\n]){1,300}\1(?!`)/g,
  // ERB, PHP, FreeMarker, wikis.
  /<%(?:(?!%>)[^\n]){0,500}%>|<\?(?:(?!\?>)[^\n]){0,500}\?>|<\/?[#@][A-Za-z][^<>\n]{0,200}>|\[\[[^[\]\n]{1,200}\]\]/g,
  // Mathematics between the signs of TeX. A price is none: it has neither a relation nor a closing sign at a word.
  /\$\$[^$\n]{1,500}\$\$|\\\((?:(?!\\\))[^\n]){1,300}\\\)|\\\[(?:(?!\\\])[^\n]){1,300}\\\]/g,
  /(?<![\\$\p{L}\p{N}])\$(?=[^$\n]{0,300}[=\\^_+<>*]|[\p{L}\p{N}]\$)(?!\s)[^$\n]{1,300}(?<!\s)\$(?![\p{L}\p{N}$])/gu,
  // Calls in programs: split(), text.split(' '), getUser(id).
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_$.])(?:${CODE_NAME}(?:(?:\.|::|->)${CODE_NAME}){0,6}\(\)|${CODE_NAME}(?:(?:\.|::|->)${CODE_NAME}){1,6}\([^()\n]{1,100}\)|[a-z_$][a-z\d_$]{0,40}[A-Z][\w$]{0,40}\([^()\n]{1,100}\))`,
    'gu',
  ),
  // Labels of answers within a sentence: b), (c).
  /(?<!\([^()\n]{0,100})(?<=\s)[a-hA-H]\)(?=\s)|(?<![\p{L}\p{N})\]])\([a-zA-Z]\)(?![\p{L}\p{N}])/gu,
  // Tags, comments and references of HTML and XML that came as plain text; <0> of i18next, [b] of forums.
  new RegExp(String.raw`<\/?(?:${HTML_NAMES})${ATTRIBUTES}`, 'gi'),
  new RegExp(String.raw`(?<![\p{L}\p{N})\]])<\/?[A-Za-z][\w:.-]{0,100}${ATTRIBUTES}`, 'gu'),
  /<\/[A-Za-z][\w:.-]{0,100}\s*>|<!--(?:(?!-->)[^\n]){0,500}-->|<\/?\d{1,3}\s*\/?>/g,
  /&(?:[a-zA-Z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/gi,
  /\[\/?(?:b|i|u|s|url|img|quote|code|color|size|list|\*)(?:=[^[\]\n]{1,200})?\]/gi,
  // Codes of emoji, mentions of chats, colours of games.
  /(?<![\p{L}\p{N}_:]):(?:[a-z][a-z0-9_+-]{1,40}|[+-]1|\d{2,4}):(?![\p{L}\p{N}:])/gu,
  /<(?:a?:\w{1,40}:|@[!&]?|#|t:)\d{1,25}(?::\w)?>|§[0-9a-fk-or]/g,
  // E-mail addresses, names of hosts.
  /(?<![\w.+%-])[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,10}/g,
  new RegExp(
    String.raw`(?<![\w.@\/-])(?:[A-Za-z0-9-]{1,63}\.){1,5}(?:${DOMAINS})(?![\w-]|\.\w)`,
    'g',
  ),
  // Names of files.
  new RegExp(
    String.raw`(?<![\w.\/\\-])(?:[\w.-]{1,100}\/){0,20}[\w-]{1,100}(?:\.[\w-]{1,30}){0,5}\.(?:${EXTENSIONS})(?![\w-]|\.\w)`,
    'g',
  ),
  // #tag, @name, versions, options of commands, names with underscores.
  /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}_]{1,100}/gu,
  /(?<![\p{L}\p{N}_.@/])@[A-Za-z\d_](?:[\w.-]{0,60}\w)?/gu,
  /(?<![\w.])(?:v\d{1,6}(?:\.\d{1,6}){0,5}|\d{1,6}(?:\.\d{1,6}){2,5})(?:[-+][0-9A-Za-z.-]{0,30}[0-9A-Za-z])?(?![\w])/g,
  /(?<![\w-])--[a-z][\w-]{0,60}(?:=[^\s"'<>]{1,200})?/g,
  /(?<![\p{L}\p{N}_])[A-Za-z][A-Za-z0-9]{0,60}(?:_[A-Za-z0-9]{1,60}){1,10}(?![\p{L}\p{N}_])/gu,
];

/** The same for what has no end of its own: a full stop behind it ends the sentence. */
const OPEN_ENDED: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|tel:)[^\s<>"'`{}|\\^]+/giu,
  /(?<![A-Za-z])[A-Za-z]:\\[^\s<>:"|?*]*|\\\\[\w.$-]+\\[^\s<>:"|?*]+/g,
  /(?<![\p{L}\p{N}/:.~<)\]])(?:~|\.{1,2}|\$\{?[A-Za-z_]\w{0,40}\}?)?\/(?=[^\s/]*[A-Za-z])[\w.@%+-]+(?:\/[\w.@%+~-]+)*\/?(?!\w)/gu,
];

/** Ends sentences, and is no part of an address or a path there. */
const TRAILING = /[.,;:!?'"»”’)\]]/u;
const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

const NO_FORMATS: readonly PlaceholderFormat[] = [];

const EVERYTHING: Keeping = {};

interface Found extends KeptRange {
  readonly isOwn?: boolean;
}

/**
 * Placeholders of programs, code, tags, addresses, paths, handles, versions: what must come out of a translation byte for byte.
 *
 * @returns ranges from left to right, none overlapping another. Of several that begin at one place, the longest counts;
 *   what a caller's own pattern finds is never cut
 */
export function untranslatableIn(
  text: string,
  { formats, patterns = [] }: Keeping = EVERYTHING,
): readonly KeptRange[] {
  const own = ownPatterns(patterns).flatMap((pattern) =>
    Array.from(matchesOf(pattern, text), (range): Found => ({
      ...{ ...range, formats: NO_FORMATS, isOwn: true },
    })),
  );
  const usual = HINT.test(text) ? usualIn(text, formats) : [];
  if (own.length === 0 && usual.length === 0) return [];
  const found: readonly Found[] = [...own, ...usual].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  return apart(found);
}

/** @param found from left to right, longer ones first */
function apart(found: readonly Found[]): readonly KeptRange[] {
  const kept: Found[] = [];
  for (const range of found) {
    const last = kept.at(-1);
    if (range.end <= range.start) continue;
    if (last === undefined || range.start >= last.end) kept.push(range);
    else if (range.isOwn === true || last.isOwn === true) {
      kept.splice(-1, 1, { ...last, end: Math.max(last.end, range.end) });
    }
  }
  return kept;
}

function usualIn(
  text: string,
  named: readonly PlaceholderFormat[] | undefined,
): readonly KeptRange[] {
  const placeholders = PLACEHOLDER_KINDS.flatMap(({ pattern, formats }) =>
    named !== undefined && !formats.some((format) => named.includes(format))
      ? []
      : [...text.matchAll(pattern)].map((match) => ({ ...rangeOf(match), formats })),
  );
  const others = [
    ...KINDS.flatMap((kind) => [...text.matchAll(kind)].map(rangeOf)),
    ...OPEN_ENDED.flatMap((kind) => [...text.matchAll(kind)].map(rangeOf).map(trimmedIn(text))),
  ].map((range) => ({ ...range, formats: NO_FORMATS }));
  return [...placeholders, ...others];
}

const rangeOf = ({ 0: found, index }: RegExpExecArray): TextRange => ({
  start: index,
  end: index + found.length,
});

/** Without what ends the sentence; a bracket stays where it was opened inside. */
const trimmedIn =
  (text: string) =>
  ({ start, end }: TextRange): TextRange => {
    let last = end;
    while (last > start && TRAILING.test(text.charAt(last - 1))) {
      const opening = OPENED_BY[text.charAt(last - 1)];
      if (opening !== undefined && text.slice(start, last - 1).includes(opening)) break;
      last -= 1;
    }
    return { start, end: last };
  };
