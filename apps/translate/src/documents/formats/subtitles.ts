import { decodeHTML } from 'entities';
import type { DocumentFormat, DocumentUnit, OpenedDocument } from './document-format.js';
import { CueText, isSpeaker, type CueNotation } from './cue-text.js';
import { decodeText } from './text-files.js';

/**
 * Subtitles: numbers, times and settings stay; the lines of a cue that one speaker says are translated as one and broken again
 * where they were, with their tags around their words.
 *
 * @see WebVTT, W3C Candidate Recommendation 2019-04-04, section 4; SubRip has no specification
 */
export const SUBTITLES: DocumentFormat = {
  name: 'subtitles',
  extensions: ['srt', 'vtt'],
  mediaType: 'text/vtt',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    return openCues(text, encode);
  },
};

const TIMES = /^(?:\d+:)?\d{2}:\d{2}[.,]\d{3} +--> +(?:\d+:)?\d{2}:\d{2}[.,]\d{3}/;

const NUMBER = /^\d+$/;

/** WebVTT writes some signs by names; SubRip has no such thing. */
const WEBVTT: CueNotation = {
  read: decodeHTML,
  write: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
};
const SUBRIP: CueNotation = { read: (text) => text, write: (text) => text };

function openCues(text: string, encode: (text: string) => Uint8Array): OpenedDocument {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const parts = partsOf(text, text.startsWith('WEBVTT') ? WEBVTT : SUBRIP);
  const cues = parts.filter((part) => typeof part !== 'string');
  const units = cues.map(({ text: words }): DocumentUnit => ({ kind: 'xml', text: words }));
  return {
    units,
    write(translations) {
      const next = translations.values();
      const lines = parts.flatMap((part) =>
        typeof part === 'string' ? [part] : part.lines(next.next().value ?? part.text),
      );
      return encode(lines.join(end));
    },
  };
}

/** Lines that stay, and what is said. */
function partsOf(text: string, notation: CueNotation): readonly (string | CueText)[] {
  const parts: (string | CueText)[] = [];
  let cue: string[] | undefined;
  const settle = () => {
    if (cue !== undefined) {
      parts.push(...speeches(cue).map((lines) => new CueText(lines, notation)));
    }
    cue = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    if (TIMES.test(line)) {
      // A cue without an empty line behind it ends where the next one begins, with its number.
      const number = numberAtEnd(cue);
      settle();
      parts.push(...number, line);
      cue = [];
    } else if (cue === undefined || line.trim() === '') {
      settle();
      parts.push(line);
    } else cue.push(line);
  }
  settle();
  return parts;
}

/** Takes it away from the cue. */
const numberAtEnd = (cue: string[] = []): readonly string[] =>
  NUMBER.test(cue.at(-1) ?? '') ? cue.splice(-1) : [];

/** The lines of each speaker: a dash at the beginning tells that another one speaks. */
function speeches(lines: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (const line of lines) {
    const current = all.at(-1);
    if (current === undefined || isSpeaker(line)) all.push([line]);
    else current.push(line);
  }
  return all;
}
