/** What a message is written in: only HTML has tags that must not be cut. */
export type Markup = 'html' | 'plain';

const HTML_TOKENS = /<\/?[a-zA-Z][^<>]*>|&[#a-zA-Z0-9]{1,10};|\n|[^\S\n]+|[^\s<&]+|[<&]/g;
const PLAIN_TOKENS = /\n|[^\S\n]+|\S+/g;

/**
 * Cuts a message into parts of at most `limit` visible UTF-16 units, at line ends or blanks where
 * there are some. Tags that are open at a cut are closed and opened again, since each part is parsed
 * alone. O(length).
 */
export function splitMessage(text: string, limit: number, markup: Markup): string[] {
  if (text.length <= limit) return [text];
  const parts = new Parts(limit);
  const tokens = text.match(markup === 'html' ? HTML_TOKENS : PLAIN_TOKENS) ?? [];
  for (const token of tokens) {
    if (markup === 'html' && isTag(token)) parts.tag(token);
    else if (markup === 'html' && isEntity(token)) parts.add(token, 1);
    else for (const piece of pieces(token, limit)) parts.add(piece, piece.length);
  }
  return parts.all();
}

const isTag = (token: string): boolean => token.startsWith('<') && token.length > 1;
const isEntity = (token: string): boolean => token.startsWith('&') && token.length > 1;

/** A word longer than a whole message is cut between code points. */
function pieces(word: string, limit: number): string[] {
  if (word.length <= limit) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece.length + character.length > limit) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

class Parts {
  readonly #done: string[] = [];
  #open: string[] = [];
  #text = '';
  #visible = 0;

  constructor(private readonly limit: number) {}

  tag(tag: string): void {
    if (tag.startsWith('</')) this.#open = this.#open.slice(0, -1);
    else this.#open = [...this.#open, tag];
    this.#text += tag;
  }

  add(token: string, width: number): void {
    if (this.#visible + width > this.limit) this.#cut();
    if (this.#visible === 0 && token.trim() === '') return;
    this.#text += token;
    this.#visible += width;
  }

  all(): string[] {
    if (this.#visible > 0) this.#done.push(this.#text);
    return this.#done;
  }

  #cut(): void {
    const closing = this.#open.toReversed().map((tag) => `</${nameOf(tag)}>`);
    this.#done.push(this.#text.trimEnd() + closing.join(''));
    this.#text = this.#open.join('');
    this.#visible = 0;
  }
}

const nameOf = (tag: string): string => /^<([a-zA-Z-]+)/.exec(tag)?.[1] ?? '';
