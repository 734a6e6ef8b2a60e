import type { SplitRules } from '../segments.js';
import type { MarkupOptions } from './markup-options.js';
import { segmentsOfBlock } from './block-segments.js';
import type { Block, Part } from './markup-parts.js';
import type { Reading } from './character-references.js';
import type { Token } from './markup-tokens.js';
import { rolesOf, type Role } from './outline.js';

/** How a document is taken apart. */
export interface ReadingRules {
  readonly options: MarkupOptions;
  readonly rules: SplitRules;
  /** Turns character references into characters. */
  readonly read: (raw: string) => readonly Reading[];
}

/** @see HTML Living Standard, "The translate attribute"; the class is what other services go by */
const NOT_TRANSLATED =
  /\stranslate\s*=\s*["']?no\b|\sclass\s*=\s*(?:"(?:[^"]*\s)?notranslate[\s"]|'(?:[^']*\s)?notranslate[\s']|notranslate\b)/i;

/** The document in its parts. O(n). */
export function partsOf(tokens: readonly Token[], reading: ReadingRules): readonly Part[] {
  const roles = rolesOf(tokens, reading.options);
  const isIgnored = ignoring(reading.options);
  const parts: Part[] = [];
  let block = new BlockBuilder();
  const keep = (raw: string) => {
    parts.push(...segmentsOfBlock(block.block, reading.rules), { kind: 'kept', raw });
    block = new BlockBuilder();
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const role = roles[index] ?? 'inline';
    if (token.kind === 'open' && isIgnored(token)) {
      const inside = tokens.slice(index, token.end + 1);
      const raw = inside.map((part) => part.raw).join('');
      if (role === 'splitting') keep(raw);
      else block.addFixed(visibleText(inside, reading), raw);
      index = token.end;
    } else addToken(token, role, { block, keep, reading });
  }
  parts.push(...segmentsOfBlock(block.block, reading.rules));
  return parts;
}

function addToken(
  token: Token,
  role: Role,
  {
    block,
    keep,
    reading,
  }: { block: BlockBuilder; keep: (raw: string) => void; reading: ReadingRules },
): void {
  if (token.kind === 'text') block.addReadings(reading.read(token.raw));
  else if (role === 'splitting') keep(token.raw);
  else if (token.kind === 'open') block.open(token.raw);
  else if (token.kind === 'close') block.close(token.raw);
  else block.addSingle(token.raw);
}

/** Tells what stays with all that is in it. */
export function ignoring({
  kind,
  ignoreTags,
}: MarkupOptions): (token: Token & { name: string }) => boolean {
  const names = new Set(
    kind === 'html' ? ignoreTags.map((name) => name.toLowerCase()) : ignoreTags,
  );
  return ({ name, raw }) => names.has(name) || (kind === 'html' && NOT_TRANSLATED.test(raw));
}

/** Ignored words still stand for something in the sentence: without white space at their ends. */
const visibleText = (tokens: readonly Token[], { read }: ReadingRules): string =>
  tokens
    .flatMap((token) => (token.kind === 'text' ? read(token.raw) : []))
    .map(({ text }) => text)
    .join('')
    .trim()
    .replace(/\s+/g, ' ');

/** Gathers a block. */
class BlockBuilder {
  #text = '';
  readonly #spans: {
    id: number;
    start: number;
    end: number;
    kind: 'tag' | 'protected';
    parent?: number;
  }[] = [];
  readonly #notations: { open: string; close: string; isFixed: boolean }[] = [];
  readonly #open: number[] = [];

  get block(): Block {
    return { text: this.#text, spans: this.#spans, notations: this.#notations };
  }

  addReadings(readings: readonly Reading[]): void {
    for (const { text, isFixed } of readings) {
      if (isFixed) this.addFixed(text, text);
      else this.#text += text;
    }
  }

  open(raw: string): void {
    this.#open.push(this.#add('tag', raw));
  }

  close(raw: string): void {
    const id = this.#open.pop();
    const span = this.#spans[id ?? -1];
    const notation = this.#notations[id ?? -1];
    if (span === undefined || notation === undefined) return;
    span.end = this.#text.length;
    notation.close = raw;
  }

  addSingle(raw: string): void {
    this.#add('tag', raw);
  }

  /** Content that is written as `raw` and stands as `visible` in the sentence. */
  addFixed(visible: string, raw: string): void {
    const id = this.#add(visible === '' ? 'tag' : 'protected', raw, visible !== '');
    this.#text += visible;
    const span = this.#spans[id];
    if (span !== undefined) span.end = this.#text.length;
  }

  #add(kind: 'tag' | 'protected', open: string, isFixed = false): number {
    const id = this.#spans.length;
    const at = this.#text.length;
    const parent = this.#open.at(-1);
    this.#spans.push({ id, start: at, end: at, kind, ...(parent === undefined ? {} : { parent }) });
    this.#notations.push({ open, close: '', isFixed });
    return id;
  }
}
