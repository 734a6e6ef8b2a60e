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

/** WebVTT writes some signs by names; SubRip has no such thing. */
const WEBVTT: CueNotation = {
  read: decodeHTML,
  write: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
};
const SUBRIP: CueNotation = { read: (text) => text, write: (text) => text };

function openCues(text: string, encode: (text: string) => Uint8Array): OpenedDocument {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const notation = text.startsWith('WEBVTT') ? WEBVTT : SUBRIP;
  const parts: (string | CueText)[] = [];
  let cue: string[] | undefined;
  const settle = () => {
    if (cue !== undefined && cue.length > 0) {
      parts.push(...speeches(cue).map((lines) => new CueText(lines, notation)));
    }
    cue = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') settle();
    if (cue !== undefined) cue.push(line);
    else parts.push(line);
    if (TIMES.test(line)) cue = [];
  }
  settle();
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
