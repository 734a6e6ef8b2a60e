import { cuesOf, type CaptionedPart, type Cue } from './cues.js';
import type { ShownWord } from './shown-words.js';

export const CAPTION_FORMATS = ['srt', 'vtt', 'ttml'] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

export interface CaptionOptions {
  readonly format: CaptionFormat;
  /** Whether words are lit as they are spoken. */
  readonly highlightsWords: boolean;
  readonly maxLineLength: number;
  readonly maxLines: number;
  /** BCP 47. */
  readonly language: string;
}

/** A caption file of what was said. */
export function captionsOf(parts: readonly CaptionedPart[], options: CaptionOptions): string {
  return WRITERS[options.format](cuesOf(parts, options), options);
}

type Writer = (cues: readonly Cue[], options: CaptionOptions) => string;

const WRITERS: Readonly<Record<CaptionFormat, Writer>> = { srt, vtt, ttml };

const textOf = (line: readonly ShownWord[], show: (word: ShownWord) => string): string =>
  line.map((word, index) => `${show(word)}${index === line.length - 1 ? '' : word.space}`).join('');

const linesOf = ({ lines }: Cue, show: (word: ShownWord) => string): string =>
  lines.map((line) => textOf(line, show)).join('\n');

/** SubRip. Players know `<u>` at most: a lit word is a cue of its own, one after the other. */
function srt(cues: readonly Cue[], { highlightsWords }: CaptionOptions): string {
  const shown = highlightsWords ? cues.flatMap(litCues) : cues.map((cue) => plainCue(cue));
  return shown
    .map(
      ({ startMs, endMs, text }, index) =>
        `${index + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${text}\n`,
    )
    .join('\n');
}

interface ShownCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

const speakerOf = ({ speaker }: Cue): string => (speaker === undefined ? '' : `${speaker}: `);

const plainCue = (cue: Cue): ShownCue => ({
  startMs: cue.startMs,
  endMs: cue.endMs,
  text: speakerOf(cue) + linesOf(cue, ({ text }) => text),
});

function litCues(cue: Cue): ShownCue[] {
  const words = cue.lines.flat();
  return words.flatMap((lit, index) => {
    const startMs = index === 0 ? cue.startMs : lit.startMs;
    const endMs = words[index + 1]?.startMs ?? cue.endMs;
    const show = (word: ShownWord): string => (word === lit ? `<u>${word.text}</u>` : word.text);
    return endMs <= startMs ? [] : [{ startMs, endMs, text: speakerOf(cue) + linesOf(cue, show) }];
  });
}

/** WebVTT (W3C): the time of each word within the cue; a page lights it with `::cue(:past)`, which matches spans, not text. */
function vtt(cues: readonly Cue[], { highlightsWords, language }: CaptionOptions): string {
  const blocks = cues.map((cue) => {
    let isFirst = true;
    const show = ({ text, startMs }: ShownWord): string => {
      const needsTime = highlightsWords && !isFirst && startMs > cue.startMs && startMs < cue.endMs;
      isFirst = false;
      const word = highlightsWords ? `<c>${escaped(text)}</c>` : escaped(text);
      return `${needsTime ? `<${clock(startMs, '.')}>` : ''}${word}`;
    };
    const voice = cue.speaker === undefined ? '' : `<v ${annotation(cue.speaker)}>`;
    return `${clock(cue.startMs, '.')} --> ${clock(cue.endMs, '.')}\n${voice}${linesOf(cue, show)}\n`;
  });
  return ['WEBVTT', `Language: ${language}`, '', blocks.join('\n')].join('\n');
}

/** TTML 2 (W3C), a span with its own times for each word. */
function ttml(cues: readonly Cue[], { highlightsWords, language }: CaptionOptions): string {
  const paragraphs = cues.map((cue) => {
    const show = (word: ShownWord): string =>
      highlightsWords ? span(word, cue.startMs) : escaped(word.text);
    const who =
      cue.speaker === undefined ? '' : ` ttm:role="dialog" ttm:title="${attribute(cue.speaker)}"`;
    const lines = cue.lines.map((line) => textOf(line, show)).join('<br/>');
    return `      <p begin="${clock(cue.startMs, '.')}" end="${clock(cue.endMs, '.')}"${who}>${lines}</p>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="${attribute(language)}" xml:space="preserve">`,
    '  <body>',
    '    <div>',
    ...paragraphs,
    '    </div>',
    '  </body>',
    '</tt>',
    '',
  ].join('\n');
}

/** Times in a paragraph are from its beginning (TTML 2, 12.2.1: parallel containers). */
const span = ({ text, startMs, endMs }: ShownWord, fromMs: number): string =>
  `<span begin="${clock(Math.max(0, startMs - fromMs), '.')}" end="${clock(Math.max(1, endMs - fromMs), '.')}">${escaped(text)}</span>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
/** What may stand in WebVTT's voice span. */
const annotation = (text: string): string => escaped(text.replaceAll(/\s+/g, ' '));

/** `01:02:03.004`, with the sign that a format has before milliseconds. */
function clock(ms: number, sign: string): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(Math.round(ms) % 1000).padStart(3, '0');
  const seconds = Math.floor(Math.round(ms) / 1000);
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${sign}${rest}`;
}
