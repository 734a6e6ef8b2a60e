import { htmlPieces } from '../../text/markup/html-pieces.js';
import { tooLongText } from './unit-limits.js';
import type { DocumentFormat, DocumentUnit, OpenedDocument } from './document-format.js';
import { decodeText } from './text-files.js';

/** Lines that are translated together: progress is told between them. */
const UNIT_LENGTH = 4000;

/** Text files: line ends, white space and whatever has no letters stay. */
const TEXT: DocumentFormat = {
  name: 'text',
  extensions: ['txt'],
  mediaType: 'text/plain',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const units = linesTogether(text).map((part) => ({ kind: 'plain' as const, text: part }));
    return { units, write: (translations) => encode(translations.join('')) };
  },
};

/** Of one block of HTML, which is read as a whole where everybody's requests are. */
const MOST_TOKENS = 20_000;
const MOST_WORDS = 200_000;

/** HTML, cut between its blocks: the translator reads the structure of each piece. */
const HTML: DocumentFormat = {
  name: 'HTML',
  extensions: ['html', 'htm'],
  mediaType: 'text/html',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const pieces = htmlPieces(text, UNIT_LENGTH).map(({ raw, words, tokens }) => {
      if (tokens > MOST_TOKENS || words.length > MOST_WORDS) throw tooLongText();
      return { raw, hasWords: /\p{L}/u.test(words) };
    });
    const spoken = pieces.filter(({ hasWords }) => hasWords);
    return {
      units: spoken.map(({ raw }) => ({ kind: 'html', text: raw })),
      write(translations) {
        const next = translations.values();
        return encode(
          pieces.map(({ raw, hasWords }) => (hasWords ? (next.next().value ?? raw) : raw)).join(''),
        );
      },
    };
  },
};

/**
 * Subtitles: numbers, times and settings stay; the lines of a cue are translated as one and broken again where
 * they were.
 *
 * @see WebVTT, W3C Candidate Recommendation 2019-04-04, section 4; SubRip has no specification
 */
const SUBTITLES: DocumentFormat = {
  name: 'subtitles',
  extensions: ['srt', 'vtt'],
  mediaType: 'text/vtt',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    return openCues(text, encode);
  },
};

export const PLAIN_FORMATS: readonly DocumentFormat[] = [TEXT, HTML, SUBTITLES];

function linesTogether(text: string): readonly string[] {
  const parts: string[] = [];
  let current = '';
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (current !== '' && current.length + line.length > UNIT_LENGTH) {
      parts.push(current);
      current = '';
    }
    current += line;
  }
  return current === '' ? parts : [...parts, current];
}

const TIMES = /^(?:\d+:)?\d{2}:\d{2}[.,]\d{3} +--> +(?:\d+:)?\d{2}:\d{2}[.,]\d{3}/;

interface Cue {
  readonly lines: readonly string[];
  readonly end: string;
}

function openCues(text: string, encode: (text: string) => Uint8Array): OpenedDocument {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const parts: (string | Cue)[] = [];
  let cue: string[] | undefined;
  const settle = () => {
    if (cue !== undefined && cue.length > 0) parts.push({ lines: cue, end });
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
  const units = cues.map(({ lines }): DocumentUnit => ({ kind: 'plain', text: lines.join(' ') }));
  return {
    units,
    write(translations) {
      const next = translations.values();
      const lines = parts.flatMap((part) =>
        typeof part === 'string' ? [part] : broken(next.next().value ?? '', part.lines.length),
      );
      return encode(lines.join(end));
    },
  };
}

/** In as many lines as before, of about the same length. O(n). */
function broken(text: string, count: number): readonly string[] {
  const words = text.split(' ');
  const lines: string[] = [];
  let at = 0;
  let length = text.length;
  for (let left = count; left > 1 && words.length - at >= left; left -= 1) {
    const share = length / left;
    let line = words[at] ?? '';
    at += 1;
    while (words.length - at >= left && line.length + (words[at]?.length ?? 0) / 2 < share) {
      line += ` ${words[at] ?? ''}`;
      at += 1;
    }
    lines.push(line);
    length -= line.length + 1;
  }
  return [...lines, words.slice(at).join(' ')];
}
