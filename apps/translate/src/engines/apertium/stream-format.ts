/**
 * A text as the Apertium stream carries it, and what was kept out of it.
 *
 * @see Apertium wiki, "Apertium stream format"
 */
export interface EncodedText {
  readonly stream: string;
  /** What stands in for the blanks `[k0]`, `[k1]` and so on. */
  readonly kept: readonly string[];
  readonly hasAddedStop: boolean;
}

/** Addresses end before the punctuation that follows them. */
const ADDRESS_REST = /[^\s\p{Cc}]*[^\s\p{Cc}.,;:!?\)\]\}>"'»”’]/v.source;
const WEB_ADDRESS = `(?:https?|ftp)://${ADDRESS_REST}|(?<![\\p{L}\\p{N}])www\\.${ADDRESS_REST}`;
const MAIL_ADDRESS =
  /(?<![\p{L}\p{M}\p{N}._%+\-])[\p{L}\p{M}\p{N}._%+\-]*@[\p{L}\p{M}\p{N}._\-]*[\p{L}\p{M}\p{N}_\-]|@/v
    .source;
const WHITE_SPACE = /\s*[\s--[ ]]\s*| {2,}/v.source;
/** An apostrophe has a letter behind it. */
const CLOSING_QUOTE = /’(?!\p{L})/v.source;
/** Behind a straight quote that opens: before a word, or before one of two letters or more words that are closed again. */
const OPENED_QUOTE =
  /(?<=(?<![\p{L}\p{M}\p{N}])')(?=\p{L}{3}|\p{L}(?:[^']|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}]))/v
    .source;
/** What stands before the pronoun `I`: behind a sign the taggers take it for the Roman numeral and leave it. */
const BEFORE_I = /(?<=^|\s)[\-–—](?=\s+I\s)|\((?=I\s)/v.source;
/** The end of a single letter or two in quotes: `m'` is a word of some dictionaries. */
const CLOSED_QUOTE = /(?<=(?<![\p{L}\p{M}\p{N}])'\p{L}{1,2})(?='(?![\p{L}\p{N}]))/v.source;
const SIGNS = /(?:[&\/+*\|=<>→←↔⇒⇔➔➜›·•≤≥≠±×÷~@#]|[\-=]>)+/v.source;
/** What parts two words as a comma would: a sign between spaces, or a slash between words. */
const SEPARATOR = `(?<=[^ ]) +${SIGNS} +(?=[^ ])|(?<=\\p{L}{2})/(?=\\p{L}{2})`;
/**
 * The space behind two pronouns with a slash between them (`he/she eats`): a comma stands for it, without which rules leave the
 * second one to the verb.
 */
const BEHIND_PRONOUNS =
  /(?<=(?<![\p{L}\p{M}])(?:[Hh]e\/she|[Ss]he\/he|[Tt]hey\/(?:s?he|we|you)|(?:[Ww]e|[Yy]ou|[Hh]e|[Ss]he)\/they|[Ww]e\/you|[Yy]ou\/we|[Ii]l\/elle|[Ee]lle\/il|[Ii]ls\/elles|[Ee]lles\/ils|[Nn]ous\/vous|[Vv]ous\/nous)) (?=\p{L})/v
    .source;
const NOT_TEXT = /[~\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]+/v.source;

/**
 * What the engine must not see, each put into the stream as a numbered blank:
 *
 * - signs that part words ("terms & conditions", "input/output"), for which a comma stands: analysers take them for blanks and
 *   join what they part, as in "conditions of terms";
 * - the space behind two pronouns, for which a comma stands too;
 * - runs of white space, and white space that is no plain space;
 * - the typographic closing quote, which the dictionaries make straight;
 * - nothing, behind a straight quote that opens: English dictionaries read the `'s` of `'save'` as a word and lose it;
 * - nothing, before a straight quote that closes one of its letters;
 * - a dash or a bracket before `I`;
 * - web addresses and words with `@`, which the dictionaries take apart and translate (`@` alone becomes
 *   `<guio>` or `<sent>` in the Norwegian and Galician pairs);
 * - `~`, the post-generator's own mark, which it deletes;
 * - U+FFFF, which lttoolbox takes for the end of the input: it flushes there, and the rest of the text
 *   becomes the answer to the next one;
 * - NUL, which ends a text; other control characters, noncharacters and lone surrogates.
 */
const KEPT = new RegExp(
  [
    ...[
      SEPARATOR,
      BEHIND_PRONOUNS,
      WEB_ADDRESS,
      MAIL_ADDRESS,
      WHITE_SPACE,
      CLOSING_QUOTE,
      OPENED_QUOTE,
      CLOSED_QUOTE,
      BEFORE_I,
      NOT_TEXT,
    ],
  ].join('|'),
  'gv',
);

/** Each match of what is hidden or escaped contains one of these, or stands beside one. Most texts have none. */
const MAY_BE_KEPT = /[^\p{L}\p{M}\p{N} .,;:!?"]| {2}|www\./v;

/** Whether a text may hold any of `KEPT`, those with marks or within spans, or what is escaped. */
export const mayBeKept = (text: string): boolean => MAY_BE_KEPT.test(text);

/** The same and the signs by which the generator marks words: those that come out are its own. */
export const KEPT_WITH_MARKS = new RegExp(`${KEPT.source}|[*#]+`, 'gv');

/** Within spans also the signs that analysers take for blanks: no blank can be bound to those. */
export const KEPT_IN_SPANS = new RegExp(`${KEPT_WITH_MARKS.source}|[\\p{S}–—]+`, 'gv');

/** The characters with a meaning in the stream. Escaped, they pass every mode of Debian 12 unharmed. */
const RESERVED = /[\\^$/[\]<>{}@]/g;

const SENTENCE_END = /[.!?…:;。।۔][\p{Pe}\p{Pf}"']*$/u;

/**
 * Writes a text for the stream.
 *
 * A full stop is added where the text ends without one, as Apertium's own deformatters do: the tagger is
 * much better at whole sentences ("He saw it" comes out as "Vio", "He saw it." as "Lo vio.").
 */
export function encodeText(text: string): EncodedText {
  const kept: string[] = [];
  const hasAddedStop = lacksStop(text);
  return { stream: withStop(encodeStretch(text, kept), hasAddedStop), kept, hasAddedStop };
}

/** An empty blank: what parts a word from the full stop behind it. */
const APART = '[]';

/** The full stop at the end of the text behind a plain word, or `No`. Names of several letters with stops have one within. */
const LAST_STOP = /(?<=(?<![\p{L}\p{M}.\]])(?:\p{Ll}{2,}|No))\.$/u;

/**
 * The stream with the full stop that the text lacks. It stands apart, as that behind a plain word does: dictionaries read
 * `No.` as the abbreviation of a number.
 */
export const withStop = (stream: string, lacks: boolean): string =>
  lacks ? `${stream}${APART}.` : stream.replace(LAST_STOP, `${APART}$&`);

/** Whether a text needs a full stop to be a sentence. */
export const lacksStop = (text: string): boolean => !SENTENCE_END.test(text);

/** A stretch of a text for the stream. What must not be seen is added to `kept`. */
export function encodeStretch(text: string, kept: string[], hidden: RegExp = KEPT): string {
  if (!mayBeKept(text)) return text;
  let stream = '';
  let end = 0;
  for (const match of text.matchAll(hidden)) {
    const [found] = match;
    stream += escaped(text.slice(end, match.index)) + commaFor(found) + `[k${kept.length}]`;
    kept.push(found);
    end = match.index + match[0].length;
  }
  return stream + escaped(text.slice(end));
}

const IS_SEPARATOR = new RegExp(`^(?: +${SIGNS} +|/| )$`, 'v');

/** What the engine sees of something that was kept out: a comma for a separator. */
export const commaFor = (kept: string): string => (IS_SEPARATOR.test(kept) ? ',' : '');

/** A comma, in the writing of the target, and the kept blank behind it. */
const COMMA_BEFORE = /[,،] *(?=\[k(\d+)\])/gu;

/** Whether each separator came back behind its comma: else the comma would be left somewhere. */
export function keepsCommas(answer: string, kept: readonly string[]): boolean {
  const behind = new Set([...answer.matchAll(COMMA_BEFORE)].map(([, number]) => Number(number)));
  return kept.every((text, number) => commaFor(text) === '' || behind.has(number));
}

/**
 * Reads the engine's answer to an encoded text.
 *
 * Plain spaces that the engine left where it dropped a word are removed.
 *
 * @returns undefined when something that was kept out did not come back exactly once: then the parts
 *   between must be translated on their own
 */
export function decodeText(answer: string, encoded: EncodedText): string | undefined {
  const { kept } = encoded;
  if (!keepsCommas(answer, kept)) return undefined;
  const body = tidied(answer, encoded);
  const marks: number[] = [];
  const text = body.replace(TOKEN, (token, mark?: string) => {
    if (mark === undefined) return token.startsWith('\\') ? token.slice(1) : ' ';
    marks.push(Number(mark));
    return kept[Number(mark)] ?? '';
  });
  return isComplete(kept, marks) ? text : undefined;
}

/** What comes between a kept line break and the word before it when the word behind it is dropped. */
const BEFORE_PUNCTUATION = /\[k(\d+)\]([?!.,;:…]+)/gu;

/**
 * An answer without the added stop, and without what dropped words leave behind:
 *
 * - plain spaces beside kept white space (the source has none there: runs are kept as a whole);
 * - kept white space before punctuation that it did not stand before; it comes after it;
 * - a straight quote that opens at the word before it.
 *
 * Apostrophes are typographic where the source has no other ones.
 */
export function tidied(answer: string, { stream, kept, hasAddedStop }: EncodedText): string {
  const whole = answer
    .replace(COMMA_BEFORE, (comma, number: string) =>
      commaFor(kept[Number(number)] ?? '') === '' ? comma : '',
    )
    .replace(/ *\[\] *\.$/, '.')
    .replaceAll(' [] ', ' ')
    .replaceAll(APART, '');
  const body = withoutTwins(hasAddedStop ? whole.replace(/\.$/, '') : whole).trim();
  const isWhite = (number: string): boolean => /^\s+$/.test(kept[Number(number)] ?? '');
  const opens = (number: string): boolean => isWhite(number) || kept[Number(number)] === '(';
  const before = new Set([...stream.matchAll(BEFORE_PUNCTUATION)].map(([, number]) => number));
  const tidy = body
    .replace(BEFORE_PUNCTUATION, (found, number: string, signs: string) =>
      isWhite(number) && !before.has(number) ? `${signs}[k${number}]` : found,
    )
    .replace(/ +(?=\[k(\d+)\])/g, (spaces, number: string) => (isWhite(number) ? '' : spaces))
    .replace(/(?<=\[k(\d+)\]) +/g, (spaces, number: string) => (opens(number) ? '' : spaces))
    .replace(QUOTE_AT_WORD, (quote, number: string) =>
      stream.includes(` '[k${number}]`) ? ` ${quote}` : quote,
    )
    .replace(OPENING_SPACE, (found, before: string, sign: string) =>
      stream.includes(`${sign} `) ? found : before + sign,
    );
  return stream.includes('’') && !stream.includes("'") ? tidy.replaceAll("'", '’') : tidy;
}

/** A quote that opens and has moved with its word: its space stayed where it was. */
const QUOTE_AT_WORD = /(?<=[\p{L}\p{M}\p{N}])'\[k(\d+)\]/gu;

/** What a word that was dropped leaves behind a sign that opens. */
const OPENING_SPACE = /(^|[ \]])(["“‘«(¿¡]) +(?=[^ ])/gu;

/** Some entries name a word in two spellings: `YouTube/Youtube`. */
function withoutTwins(answer: string): string {
  if (!answer.includes('\\/')) return answer;
  return answer.replace(/(\p{L}+)\\\/(\p{L}+)/gu, (found, first: string, second: string) =>
    first !== second && first.toLowerCase() === second.toLowerCase() ? first : found,
  );
}

/** A kept blank, an escaped character, a run of spaces. */
const TOKEN = /\[k(\d+)\]|\\.| {2,}/gsu;

/** Each mark once. White space that got lost is no reason to translate again. */
function isComplete(kept: readonly string[], marks: readonly number[]): boolean {
  const returned = new Set(marks);
  if (returned.size < marks.length || marks.some((mark) => mark >= kept.length)) return false;
  return kept.every((original, index) => returned.has(index) || original.trim() === '');
}

function escaped(text: string): string {
  return text.replace(RESERVED, '\\$&');
}

/** The nonce on both sides of a text: blanks that no caller can write, because `[` is escaped. */
export function frame(stream: string, nonce: string): string {
  return `[${nonce}]${stream}[${nonce}]\0`;
}

/**
 * Takes the nonce off an answer.
 *
 * @returns undefined when it is the answer to something else, or a part of one
 */
export function unframe(answer: string, nonce: string): string | undefined {
  const mark = `[${nonce}]`;
  if (!answer.startsWith(mark) || !answer.endsWith(mark)) return undefined;
  return answer.length < 2 * mark.length ? undefined : answer.slice(mark.length, -mark.length);
}

/** A text in its parts: what the engine may translate, and what it must not see, with the spaces around. */
export function splitAtKept(text: string): readonly { isKept: boolean; text: string }[] {
  const parts: { isKept: boolean; text: string }[] = [];
  const addSpoken = (part: string) => {
    const [, before = '', core = '', after = ''] = /^( *)(.*?)( *)$/s.exec(part) ?? [];
    parts.push({ isKept: true, text: before }, { isKept: false, text: core });
    parts.push({ isKept: true, text: after });
  };
  let end = 0;
  for (const match of text.matchAll(KEPT)) {
    addSpoken(text.slice(end, match.index));
    parts.push({ isKept: true, text: match[0] });
    end = match.index + match[0].length;
  }
  addSpoken(text.slice(end));
  return parts.filter((part) => part.text !== '');
}
