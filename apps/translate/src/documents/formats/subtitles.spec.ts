import { describe, expect, it } from '@jest/globals';
import { inCapitals, translated, unitsOf } from '../../../test/documents/in-capitals.js';

const TIMES = '00:00:01,000 --> 00:00:02,000';
const cue = (...lines: readonly string[]): string => `1\n${TIMES}\n${lines.join('\n')}\n`;
const textsOf = (source: string, name = 'a.srt') => unitsOf(name, source).map(({ text }) => text);

describe('subtitles', () => {
  it('keep the lines of two speakers apart, with words in italics too', () => {
    const source = cue('- What <i>did</i> he say?', '- I am here.');

    expect(textsOf(source)).toEqual(['- What <g id="1">did</g> he say?', '- I am here.']);
    expect(inCapitals('a.srt', source)).toBe(cue('- WHAT <i>DID</i> HE SAY?', '- I AM HERE.'));
  });

  it('have the lines of one speaker as one text', () => {
    expect(textsOf(cue('- What did he', 'say to you?', '- I am here.'))).toEqual([
      '- What did he say to you?',
      '- I am here.',
    ]);
    expect(textsOf(cue('<i>- One</i>', '<i>– Two</i>'))).toHaveLength(2);
    expect(textsOf(cue('A word -', 'and more.'))).toEqual(['A word - and more.']);
  });

  it('keep a tag that is around the words of two lines', () => {
    const source = cue('<b>The garden', 'is full</b> of flowers.');

    expect(textsOf(source)).toEqual(['<g id="1">The garden is full</g> of flowers.']);
    expect(inCapitals('a.srt', source)).toBe(cue('<b>THE GARDEN IS', 'FULL</b> OF FLOWERS.'));
  });

  it('lose nothing where a line of times stands in a cue', () => {
    const source = `${cue('The house')}${TIMES}\nThe garden\n${TIMES}\n${TIMES}\n`;
    const numbered = `1\n${TIMES}\nThe house\n2\n${TIMES}\nThe garden\n`;
    const lost = `1\n${TIMES}\nThe house\n${TIMES}\nThe garden\n${TIMES}\n${TIMES}\n`;

    for (const each of [source, numbered, lost]) {
      expect(translated('a.srt', each, (text) => text).toString()).toBe(each);
      expect(textsOf(each)).toEqual(['The house', 'The garden']);
    }
  });

  it.each([
    '{\\an8}The house',
    '<font color="#ffff00" size="2">The house</font>',
    '{i}The house{/i}',
    '<i>The house',
    'The house</i>',
    '<b><i>The</b></i> house',
  ])('keep %s', (line) => {
    expect(translated('a.srt', cue(line), (text) => `${text}!`).toString()).toBe(cue(`${line}!`));
  });

  it('stay as they are where the words do', () => {
    const source = cue('I <3 you & <i>him</i>', '  and   her');

    expect(translated('a.srt', source, (text) => text).toString()).toBe(source);
    expect(textsOf(cue('I <3 you'))).toEqual(['I &lt;3 you']);
  });

  it('of WebVTT have voices, and signs that are written by names', () => {
    const source = `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>Tom &amp; <c.loud>me</c>\n<v Ann>Yes\n`;

    expect(textsOf(source, 'a.vtt')).toEqual([
      '<x id="1"/>Tom &amp; <g id="2">me</g>',
      '<x id="1"/>Yes',
    ]);
    expect(inCapitals('a.vtt', source)).toContain('<v Bob>TOM &amp; <c.loud>ME</c>\n<v Ann>YES');
  });
});
