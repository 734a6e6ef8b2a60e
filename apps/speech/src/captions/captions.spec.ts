import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WordMark } from '../synthesis/marks/speech-marks.js';
import { composeUtterance } from '../text/compose-utterance.js';
import { captionsOf, type CaptionOptions } from './captions.js';
import { cuesOf } from './cues.js';

/** Words of an input, each 300 ms long, one every 400 ms. */
function marksOf(input: string): WordMark[] {
  const { words } = composeUtterance(input, { language: 'en-US', normalize: true });
  return words.map(({ start, end, value }, word) => ({
    kind: 'word',
    word,
    start,
    end,
    value,
    startMs: word * 400,
    endMs: word * 400 + 300,
  }));
}

const part = (input: string) => ({ input, marks: marksOf(input) });
const options: CaptionOptions = {
  format: 'srt',
  highlightsWords: false,
  maxLineLength: 42,
  maxLines: 2,
  language: 'en-US',
};
const textOf = (input: string, asked: Partial<CaptionOptions> = {}): string[] =>
  cuesOf([part(input)], { ...options, ...asked }).map(({ lines }) =>
    lines
      .map((line) =>
        line
          .map(({ text, space }) => text + space)
          .join('')
          .trim(),
      )
      .join('|'),
  );

describe('captions', () => {
  it.each([
    ['He said: "Stop (now)!" Then he left.', ['He said: "Stop (now)!"', 'Then he left.']],
    ['One — two... three?', ['One — two...', 'three?']],
    [
      '<speak>Tom &amp; <emphasis>Jerry</emphasis>, <sub alias="x">Inc.</sub></speak>',
      ['Tom & Jerry, Inc.'],
    ],
    ['今日は天気。明日も。', ['今日は天気。', '明日も。']],
    ['¿Qué? «No», dijo.', ['¿Qué?', '«No», dijo.']],
  ])('of %s show %j', (input, expected) => {
    expect(textOf(input)).toEqual(expected);
  });

  it('have lines and cues of a limited length, and lose no word', () => {
    const input =
      'The quick brown fox jumps over the lazy dog and then it sleeps in the warm sun until noon';
    const cues = textOf(input, { maxLineLength: 20 });

    expect(cues.join(' ').replaceAll('|', ' ')).toBe(input);
    for (const cue of cues) {
      const lines = cue.split('|');
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
    }
  });

  it('keep every sign of any text, in order', () => {
    const solid = (text: string): string => text.replaceAll(/[\s|]/gu, '');
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', 'Hello', '(b)', '"c"', '...', '—', '5%', '¡d!', '\n', '天気'),
        ),
        (words) => {
          const input = `x ${words.join(' ')}`;
          fc.pre(!/^\s*<speak/.test(input));
          expect(solid(textOf(input).join(''))).toBe(solid(input));
        },
      ),
    );
  });

  it('as SRT', () => {
    expect(captionsOf([part('Hello, world. Bye.')], options)).toBe(
      '1\n00:00:00,000 --> 00:00:00,800\nHello, world.\n\n2\n00:00:00,800 --> 00:00:01,600\nBye.\n',
    );
  });

  it('as SRT with words lit one after the other', () => {
    const text = captionsOf([part('Hello, world.')], { ...options, highlightsWords: true });

    expect(text).toBe(
      '1\n00:00:00,000 --> 00:00:00,400\n<u>Hello,</u> world.\n\n2\n00:00:00,400 --> 00:00:01,200\nHello, <u>world.</u>\n',
    );
  });

  it('as WebVTT, with the time of each word and who speaks', () => {
    const parts = [{ ...part('Fish & chips <3'), speaker: 'George' }];

    expect(captionsOf(parts, { ...options, format: 'vtt', highlightsWords: true })).toBe(
      'WEBVTT\nLanguage: en-US\n\n00:00:00.000 --> 00:00:02.000\n' +
        '<v George><c>Fish</c> <00:00:00.400><c>&amp;</c> <00:00:00.800><c>chips</c> ' +
        '<00:00:01.200><c>&lt;3</c>\n',
    );
  });

  it('as TTML, a span for each word', () => {
    const text = captionsOf([part('Hi, you. Go.')], {
      ...options,
      format: 'ttml',
      highlightsWords: true,
    });

    expect(text).toContain('xml:lang="en-US"');
    expect(text).toContain(
      '<p begin="00:00:00.800" end="00:00:01.600"><span begin="00:00:00.000" end="00:00:00.300">Go.</span></p>',
    );
  });
});
