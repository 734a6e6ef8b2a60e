/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Texts without any of these hold nothing that must stay: most. */
const HINT = /[`{}$%<>@#\\~/_&]|--|\w\.\w|\bv\d|:\/\//;

const EXTENSIONS =
  'avi|bak|bat|bin|bmp|cfg|conf|cjs|cpp|css|csv|dat|db|deb|dll|dmg|docx?|env|epub|exe|gif|gz|html?|ini|iso|jar|java|jpe?g|jsx?|json|key|lock|log|md|mjs|mov|mp3|mp4|odt|pdf|pem|php|png|pot?|pptx?|properties|ps1|py|rb|rpm|sh|sql|srt|svg|tar|tex|tmp|toml|tsv|tsx?|txt|vtt|wav|webp|xlf|xliff|xlsx?|xml|ya?ml|zip';

const HTML_NAMES =
  'a|abbr|article|aside|audio|b|bdi|bdo|blockquote|body|br|button|canvas|cite|code|col|dd|del|details|div|dl|dt|em|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|mark|meta|nav|ol|option|p|pre|q|s|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr';

const ATTRIBUTES = String.raw`(?:\s+[\w:@.-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?>`;

/**
 * What stays as it is in every language, by kind. Each is linear in the length of the text: what could be repeated
 * without an end is bounded. Of several that begin at one place, the longest counts.
 */
const KINDS: readonly RegExp[] = [
  // Code in backticks (CommonMark 6.1).
  /(?<!`)(`{1,3})(?!`)(?:(?!\1(?!`))[^\n]){1,300}\1(?!`)/g,
  // Handlebars, Jinja, ERB, Angular; ${name}, #{name}, %{name}, @{name}.
  /\{\{[^{}\n]*\}\}|\{%(?:(?!%\})[^\n]){0,500}%\}|<%(?:(?!%>)[^\n]){0,500}%>|\[\[[^[\]\n]{1,200}\]\]/g,
  /[$#%@]\{[^{}\n]{1,200}\}/g,
  // %(name)s of Python, %<name>s of Ruby; printf as POSIX and NSString have it, without the flag that is a space.
  /%(?:\([^()\n]{1,100}\)|<[^<>\n]{1,100}>)[-+#0]*\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/g,
  /(?<![\d%])%(?:\d{1,2}\$)?[-+#0']*(?:\*|\d{1,4})?(?:\.(?:\*|\d{1,4}))?(?:hh|h|ll|l|L|q|j|z|t)?(?:[@disufx]|[oXeEfFgGaAcCSp](?![A-Za-z]))|%%/g,
  // {}, {0}, {name}, {user.name}, {0:N2}, {name, number}.
  /\{\s*(?:[\p{L}_$@][\p{L}\p{N}_$.[\]'"()-]{0,100}|\d{1,4})\s*(?:[,:!?|][^{}\n]{0,200})?\}|\{\}/gu,
  /\$[A-Za-z_]\w{0,100}(?:\.[A-Za-z_]\w{0,100}){0,10}/g,
  // Tags, comments and references of HTML and XML that came as plain text.
  new RegExp(String.raw`<\/?(?:${HTML_NAMES})${ATTRIBUTES}`, 'gi'),
  new RegExp(String.raw`(?<![\p{L}\p{N})\]])<\/?[A-Za-z][\w:.-]{0,100}${ATTRIBUTES}`, 'gu'),
  /<\/[A-Za-z][\w:.-]{0,100}\s*>|<!--(?:(?!-->)[^\n]){0,500}-->/g,
  /&(?:[a-zA-Z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/gi,
  // E-mail addresses.
  /(?<![\w.+%-])[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,10}/g,
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
  /(?<![\p{L}\p{N}/:.~<)\]])(?:~|\.{1,2})?\/(?=[^\s/]*[A-Za-z])[\w.@%+-]+(?:\/[\w.@%+~-]+)*\/?(?!\w)/gu,
];

/** Ends sentences, and is no part of an address or a path there. */
const TRAILING = /[.,;:!?'"»”’)\]]/u;
const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/**
 * Placeholders of programs, code, tags, addresses, paths, handles, versions: what must come out of a translation byte for byte.
 *
 * @returns ranges from left to right, none overlapping another
 */
export function untranslatableIn(text: string): readonly TextRange[] {
  if (!HINT.test(text)) return [];
  const found = [
    ...KINDS.flatMap((kind) => [...text.matchAll(kind)].map(rangeOf)),
    ...OPEN_ENDED.flatMap((kind) => [...text.matchAll(kind)].map(rangeOf).map(trimmedIn(text))),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: TextRange[] = [];
  for (const range of found) {
    if (range.start >= (kept.at(-1)?.end ?? 0) && range.end > range.start) kept.push(range);
  }
  return kept;
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
