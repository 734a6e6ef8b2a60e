import { MAX_ENTRY_WORDS, type Lexicon, type Pronunciation } from '../lexicons/lexicon.js';
import { partsOf, speakable } from './words/long-words.js';
import { goesOn, normalizeWord, sayAsInWords } from './normalization.js';
import { withoutMarkdown } from './markup/markdown.js';
import { isSsml, piecesOf, type Piece } from './markup/ssml.js';
import { withoutEmoji } from './words/emoji.js';
import type { Bookmark, Pause, Sentence, SpokenWord, Utterance, Word } from './words/utterance.js';
import { writtenWords, type WrittenWord } from './words/written-words.js';

export interface ComposeOptions {
  /** BCP 47 of the voice or the request. */
  readonly language: string;
  /** Whether abbreviations, currency, dates, times and units are said in full, and Markdown and emoji left out. */
  readonly normalize: boolean;
  /** How some words are said. */
  readonly lexicon?: Lexicon | undefined;
  /** Text, although it may begin as SSML does. */
  readonly isPlain?: boolean | undefined;
}

type TextPiece = Extract<Piece, { kind: 'text' }>;

/** A word or pause in the order of the input, before sentences are known. */
type Item =
  | { readonly kind: 'word'; readonly written: WrittenWord; readonly piece: TextPiece }
  | { readonly kind: 'break'; readonly ms: number }
  | { readonly kind: 'mark'; readonly bookmark: Bookmark }
  | { readonly kind: 'boundary' };

/**
 * Makes an utterance of text or SSML. O(n).
 *
 * @throws {Problem} `validation_failed` for malformed SSML, with line and column
 */
export function composeUtterance(input: string, options: ComposeOptions): Utterance {
  const isText = options.isPlain === true || !isSsml(input);
  const items = piecesOf(input, options.isPlain)
    .map((piece) => (options.normalize && isText ? withoutMarkup(piece) : piece))
    .flatMap((piece) => itemsOf(piece, options.language));
  const composer = new Composer(input, items, options);
  return composer.compose();
}

const withoutMarkup = (piece: Piece): Piece =>
  piece.kind === 'text' ? { ...piece, source: withoutMarkdown(piece.source) } : piece;

function itemsOf(piece: Piece, language: string): readonly Item[] {
  if (piece.kind === 'break') return [{ kind: 'break', ms: piece.ms }];
  if (piece.kind === 'mark') return [piece];
  if (piece.kind === 'boundary') return [{ kind: 'boundary' }];
  const { alias, style } = piece;
  // What is said instead, or as a whole, is one word.
  const isWhole = alias !== undefined || style.ipa !== undefined || style.sayAs !== undefined;
  return writtenWords(piece.source, { language: style.language ?? language, isWhole }).map(
    (written) => ({ kind: 'word', written, piece }),
  );
}

/** Words around one that tell how it is said. */
interface Around {
  readonly locale: string;
  readonly previous: string;
  readonly next: string;
  readonly before: readonly string[];
}

/** A telephone number has no more parts. */
const WORDS_BEFORE = 6;

class Composer {
  readonly #words: Word[] = [];
  readonly #sentences: Sentence[] = [];
  readonly #bookmarks = new Map<number, Bookmark[]>();
  #items: (SpokenWord | Pause)[] = [];
  #start: number | undefined;
  #end = 0;
  /** Items before this one belong to an entry of a lexicon that was said. */
  #saidUntil = 0;
  #replacedBy = 0;
  /** A text of nothing but emoji is said by their names. */
  readonly #leavesOutEmoji: boolean;

  constructor(
    private readonly input: string,
    private readonly items: readonly Item[],
    private readonly options: ComposeOptions,
  ) {
    this.#leavesOutEmoji =
      options.normalize &&
      items.some((item) => item.kind === 'word' && withoutEmoji(item.written.text) !== '');
  }

  compose(): Utterance {
    for (const [index, item] of this.items.entries()) {
      if (item.kind === 'boundary') this.endSentence();
      else if (item.kind === 'break') this.#items.push(item);
      else if (item.kind === 'mark') this.addBookmark(item.bookmark);
      else this.addWord(item, index);
    }
    this.endSentence();
    return {
      language: this.options.language,
      words: this.#words,
      sentences: this.#sentences,
      bookmarks: this.#bookmarks,
      replacedBy: this.#replacedBy,
    };
  }

  private addBookmark(bookmark: Bookmark): void {
    const word = this.#words.length;
    this.#bookmarks.set(word, [...(this.#bookmarks.get(word) ?? []), bookmark]);
  }

  private addWord({ written, piece }: Extract<Item, { kind: 'word' }>, index: number): void {
    const { style } = piece;
    if (written.text === '') {
      this.addPunctuation(written);
      return;
    }
    const language = style.language ?? this.options.language;
    const around = {
      locale: language,
      previous: this.wordAt(index - 1),
      next: this.wordAt(index + 1),
      before: this.wordsBefore(index),
    };
    this.say(written, piece, { ...around, found: this.lookedUp(index, piece, language) });
    this.#words.push({
      start: written.start,
      end: written.end,
      value: this.input.slice(written.start, written.end),
    });
    this.#start ??= written.outerStart;
    this.#end = written.outerEnd;
    if (written.endsSentence && !goesOnBehind(written, around)) this.endSentence();
  }

  /** What a piece begins with, such as the comma after an element, goes with the word before it. */
  private addPunctuation({ trail, outerEnd, endsSentence }: WrittenWord): void {
    const index = this.#items.findLastIndex((item) => item.kind === 'word');
    const last = this.#items[index];
    if (last?.kind !== 'word') return;
    this.#items[index] = { ...last, text: last.text + trail };
    this.#end = outerEnd;
    if (endsSentence) this.endSentence();
  }

  private said(written: WrittenWord, { alias, style }: TextPiece, around: Around): string {
    const { lead, text, trail } = written;
    if (alias !== undefined) return alias;
    if (style.ipa !== undefined) return text;
    if (style.sayAs !== undefined) return sayAsInWords(text, style.sayAs, around.locale) + trail;
    if (!this.options.normalize) return lead + text + trail;
    const plain = this.#leavesOutEmoji ? withoutEmoji(text) : text;
    if (plain === '') return lead + trail;
    const { text: full, tookStop } = normalizeWord(plain, {
      ...around,
      hasStop: trail.startsWith('.'),
    });
    // The stop of an abbreviation is no end of a sentence, unless one is due.
    const isEnd = written.endsSentence && !goesOnBehind(written, around);
    return lead + full + (tookStop && !isEnd ? trail.slice(1) : trail);
  }

  /** In as many items as engines can take. */
  private say(
    written: WrittenWord,
    piece: TextPiece,
    { found, ...around }: Around & { readonly found: Pronunciation | undefined },
  ): void {
    const said =
      found !== undefined && 'alias' in found
        ? written.lead + found.alias + written.trail
        : this.said(written, piece, around);
    const style =
      found !== undefined && 'ipa' in found ? { ...piece.style, ipa: found.ipa } : piece.style;
    if (found === undefined) this.replace(piece.source.text, piece.alias ?? piece.style.ipa);
    for (const text of partsOf(speakable(said))) {
      this.#items.push({ kind: 'word', word: this.#words.length, text, style });
    }
  }

  /** What a lexicon says of this word; the further words of an entry of several are said with its first. */
  private lookedUp(
    index: number,
    { alias, style }: TextPiece,
    language: string,
  ): Pronunciation | undefined {
    const { lexicon } = this.options;
    if (index < this.#saidUntil) return { alias: '' };
    const isTold = alias !== undefined || style.ipa !== undefined || style.sayAs !== undefined;
    if (lexicon === undefined || isTold) return undefined;
    const words = Array.from({ length: MAX_ENTRY_WORDS }, (_, offset) =>
      this.wordAt(index + offset),
    );
    const found = lexicon.find(words, language);
    if (found === undefined) return undefined;
    this.#saidUntil = index + found.words;
    const { said } = found;
    this.replace(words.slice(0, found.words).join(' '), 'alias' in said ? said.alias : said.ipa);
    return said;
  }

  /** What is said instead may be much longer than what is written. */
  private replace(written: string, said: string | undefined): void {
    // Each word of a long piece comes here: measuring the piece for each would take the square of its length.
    if (said === undefined) return;
    this.#replacedBy += Math.max(0, soundsOf(said) - soundsOf(written));
  }

  private wordsBefore(index: number): readonly string[] {
    const nearest = this.items.slice(Math.max(0, index - WORDS_BEFORE), index).toReversed();
    return nearest.flatMap((item) => (item.kind === 'word' ? [item.written.text] : []));
  }

  private wordAt(index: number): string {
    const item = this.items[index];
    return item?.kind === 'word' ? item.written.text : '';
  }

  private endSentence(): void {
    if (this.#items.length === 0) return;
    // A pause alone belongs to the sentence that follows.
    if (this.#start === undefined && this.#sentences.length === 0) return;
    const start = this.#start ?? this.#end;
    this.#sentences.push({
      start,
      end: this.#end,
      value: this.input.slice(start, this.#end),
      items: this.#items,
    });
    this.#items = [];
    this.#start = undefined;
  }
}

/** Whether what looks as the end of a sentence is none. */
const goesOnBehind = ({ text, trail }: WrittenWord, around: Around): boolean =>
  trail.startsWith('.') && goesOn(text, around);

/** Code points but the signs of IPA for stress and length. */
const soundsOf = (text: string): number => Array.from(text.replaceAll(/[ˈˌːˑ]/gu, '')).length;
