import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';

/** A text as a model's tokens, or what stands between two of them and has none. */
export type Piece =
  | { readonly kind: 'tokens'; readonly tokens: readonly number[] }
  | { readonly kind: 'verbatim'; readonly text: string };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
const OUTER_SPACE = /^(\s*)([\s\S]*?)(\s*)$/;

/**
 * Text to tokens and back, as the model's `tokenizer.json` says. Nothing is lost on the way: what the model has no token
 * for stays as it is, and what is longer than the model takes goes in pieces.
 */
export class TextCodec {
  readonly #tokenizer: Tokenizer;
  readonly #unknown: number | undefined;

  constructor(folder: string) {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Readonly<Record<string, unknown>>;
    const config = read('tokenizer_config.json');
    this.#tokenizer = new Tokenizer(read('tokenizer.json'), config);
    const unknown = config['unk_token'];
    this.#unknown = this.#tokenizer.token_to_id(typeof unknown === 'string' ? unknown : '<unk>');
  }

  /** The number of a token such as `__en__`. @throws {Error} when the model has none of that name */
  idOf(token: string): number {
    const id = this.#tokenizer.token_to_id(token);
    if (id === undefined) throw new Error(`the model has no token ${token}`);
    return id;
  }

  /** @param most tokens of one piece */
  pieces(text: string, most: number): readonly Piece[] {
    return this.#stretches(text).flatMap(({ isKnown, value }): readonly Piece[] => {
      return isKnown
        ? sentencesOf(value).flatMap((each) => this.#within(each, most))
        : [verbatim(value)];
    });
  }

  decode(tokens: readonly number[]): string {
    return this.#tokenizer
      .decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false })
      .trim();
  }

  /** In halves at a sentence, or at a word where there is one sentence, or anywhere, until each is short enough. */
  #fitting(text: string, most: number): readonly Piece[] {
    const tokens = this.#encode(text);
    if (tokens.length <= most) return [{ kind: 'tokens', tokens }];
    const middle = middleOf(text);
    const halves = [text.slice(0, middle), text.slice(middle)];
    return halves.flatMap((half) => this.#within(half, most));
  }

  /** White space around it stays where it is. */
  #within(text: string, most: number): readonly Piece[] {
    const [, before = '', inner = '', after = ''] = OUTER_SPACE.exec(text) ?? [];
    const within = inner === '' ? [] : this.#fitting(inner, most);
    return [verbatim(before), ...within, verbatim(after)].filter(isSomething);
  }

  #encode(text: string): readonly number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  /** Runs of words that the model can write, and of those with a character that it does not have. */
  #stretches(text: string): readonly { isKnown: boolean; value: string }[] {
    if (!this.#hasUnknown(text)) return [{ isKnown: true, value: text }];
    const stretches: { isKnown: boolean; value: string }[] = [];
    for (const { segment } of words.segment(text)) {
      const isKnown = !this.#hasUnknown(segment);
      const last = stretches.at(-1);
      if (last?.isKnown === isKnown) last.value += segment;
      else stretches.push({ isKnown, value: segment });
    }
    return stretches;
  }

  #hasUnknown(text: string): boolean {
    return this.#unknown !== undefined && this.#encode(text).includes(this.#unknown);
  }
}

/** `Dr.` and `J.` end no sentence. */
const ABBREVIATION = /(^|\s)\p{Lu}\p{L}{0,2}\.\s*$/u;

/** Models learn from sentences, and forget the second of two. */
function sentencesOf(text: string): readonly string[] {
  const found: string[] = [];
  for (const { segment } of sentences.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/** Where a text is best cut in two. */
function middleOf(text: string): number {
  const half = text.length / 2;
  for (const segmenter of [sentences, words, graphemes]) {
    let best = 0;
    for (const { index } of segmenter.segment(text)) {
      if (Math.abs(index - half) < Math.abs(best - half)) best = index;
    }
    // A cut near an end brings little, and many of them would never end.
    if (best >= text.length / 4 && best <= (text.length * 3) / 4) return best;
  }
  return Math.ceil(half);
}

const verbatim = (text: string): Piece => ({ kind: 'verbatim', text });

const isSomething = (piece: Piece): boolean => piece.kind === 'tokens' || piece.text !== '';
