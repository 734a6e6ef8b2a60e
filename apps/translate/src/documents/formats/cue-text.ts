import { escapeUTF8 } from 'entities';
import { NO_XML, parseUnit, type XmlNode } from './xml/xml-tree.js';

/** How a kind of subtitles writes signs. */
export interface CueNotation {
  read(text: string): string;
  write(text: string): string;
}

/** Tags of SubRip and WebVTT, and what Advanced SubStation Alpha puts into braces. */
const TAG =
  /<(\/?)((?:b|i|u|s|c|v|font|lang|ruby|rt)(?=[\s.>/])|\d{2}:)[^<>]*>|\{(\/?)([biu]|[yYcC]:[^{}]*)\}|\{\\[^{}]*\}/g;

const AT_START = String.raw`^(?:<[^<>]*>|\{[^{}]*\}|\s)*`;
/** `- What did he say?`, `>> Good evening.`, `<v Bob>`. */
const SPEAKER = new RegExp(`${AT_START}(?:[-\u2010-\u2015\u2212](?!-)\\s*\\S|>>)|^<v[\\s.]`);

export const isSpeaker = (line: string): boolean => SPEAKER.test(line);

interface Tag {
  readonly raw: string;
  readonly name: string;
  readonly isEnd: boolean;
  /** Of its other half, by its place. */
  other?: number;
}

/** Lines that one speaker says, as a unit of `g` and `x`, and the way back. */
export class CueText {
  readonly text: string;
  readonly #tags: readonly Tag[];
  readonly #lines: readonly string[];

  constructor(
    lines: readonly string[],
    private readonly notation: CueNotation,
  ) {
    this.#lines = lines;
    const whole = lines.join(' ').replaceAll(NO_XML, '');
    const found = [...whole.matchAll(TAG)];
    this.#tags = paired(found.map(tagOf));
    let position = 0;
    let text = '';
    for (const [at, { 0: raw, index }] of found.entries()) {
      text += escapeUTF8(notation.read(whole.slice(position, index))) + this.#markOf(at);
      position = index + raw.length;
    }
    this.text = text + escapeUTF8(notation.read(whole.slice(position)));
  }

  /** The translation in as many lines as before, of about the same length; the lines themselves where it is the same. */
  lines(translation: string): readonly string[] {
    if (translation === this.text) return this.#lines;
    return broken(this.#words(parseUnit(translation)), this.#lines.length);
  }

  #markOf(at: number): string {
    const tag = this.#tags[at];
    if (tag?.other === undefined) return `<x id="${at + 1}"/>`;
    return tag.isEnd ? '</g>' : `<g id="${at + 1}">`;
  }

  #words(nodes: readonly XmlNode[]): readonly Word[] {
    const words: Word[] = [{ written: '', length: 0 }];
    this.#addTo(words, nodes);
    return words;
  }

  #addTo(words: Word[], nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (node.kind === 'text') {
        this.#addText(words, node.text);
        continue;
      }
      const tag = this.#tags[Number(node.attributes['id']) - 1];
      extend(words, tag?.raw);
      this.#addTo(words, node.children);
      if (tag?.other !== undefined) extend(words, this.#tags[tag.other]?.raw);
    }
  }

  #addText(words: Word[], text: string): void {
    for (const [at, part] of text.split(' ').entries()) {
      if (at > 0) words.push({ written: '', length: 0 });
      extend(words, this.notation.write(part), part.length);
    }
  }
}

/** Adds to the last word. */
function extend(words: readonly Word[], written = '', length = 0): void {
  const last = words.at(-1);
  if (last === undefined) return;
  last.written += written;
  last.length += length;
}

interface Word {
  written: string;
  /** Of what is seen. */
  length: number;
}

const tagOf = ([raw, slash = '', name = '', brace = '', letter = '']: RegExpMatchArray): Tag => ({
  raw,
  name: name === '' ? `{${letter}` : name.toLowerCase(),
  isEnd: slash !== '' || brace !== '',
});

/** Tags that are around something; those that overlap stand alone. */
function paired(tags: readonly Tag[]): readonly Tag[] {
  const open: number[] = [];
  for (const [at, tag] of tags.entries()) {
    if (!tag.isEnd) {
      open.push(at);
      continue;
    }
    const begun = open.findLastIndex((each) => tags[each]?.name === tag.name);
    const beginning = tags[open[begun] ?? -1];
    if (beginning === undefined) continue;
    beginning.other = at;
    tag.other = open[begun] ?? 0;
    open.length = begun;
  }
  return tags;
}

/** In as many lines as there were, of about the same length. O(n). */
function broken(words: readonly Word[], count: number): readonly string[] {
  const lines: Word[][] = [[]];
  const total = words.reduce((sum, word) => sum + word.length + 1, -1);
  const most = Math.min(count, words.length);
  let [size, left] = [0, total];
  for (const [at, word] of words.entries()) {
    const share = left / (most - lines.length + 1);
    const mustEnd = words.length - at <= most - lines.length;
    const isFull = size > 0 && size + word.length / 2 >= share;
    if (at > 0 && lines.length < most && (isFull || mustEnd)) {
      lines.push([]);
      left -= size;
      size = 0;
    }
    lines.at(-1)?.push(word);
    size += word.length + 1;
  }
  return lines.map((line) => line.map(({ written }) => written).join(' '));
}
