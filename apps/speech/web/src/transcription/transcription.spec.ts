import { describe, expect, it } from '@jest/globals';
import { captionsOf } from './captions.js';
import { NOTHING_HEARD, withEvent, type Transcript } from './transcription.js';

const word = (text: string, start: number, end: number) => ({ word: text, start, end });

/** As the service sends it: two stretches with a pause between them. */
const heard = (): Transcript =>
  [
    {
      type: 'transcript.text.delta',
      delta: 'Good morning.',
      ...{ start: 0.1, end: 1.2 },
      words: [word('Good', 0.1, 0.4), word('morning.', 0.45, 1.1)],
    },
    {
      type: 'transcript.text.delta',
      delta: ' We <ship> today',
      ...{ start: 2.5, end: 4 },
      words: [word('We', 2.6, 2.8), word('<ship>', 2.8, 3.2), word('today', 3.3, 3.9)],
    },
    { type: 'transcript.text.done', usage: { seconds: 4.2 } },
  ].reduce(withEvent, NOTHING_HEARD);

describe('a transcript', () => {
  it('has each word at its place and time', () => {
    const { text, units, heardMs, isWhole } = heard();

    expect(units.map(({ start, end }) => text.slice(start, end))).toEqual([
      ...['Good', 'morning.', 'We', '<ship>', 'today'],
    ]);
    expect(units[2]).toMatchObject({ start_time: 2600, end_time: 2800 });
    expect({ heardMs, isWhole }).toEqual({ heardMs: 4200, isWhole: true });
  });

  it('has stretches where the recogniser tells no times of words', () => {
    const event = { type: 'transcript.text.delta', delta: ' Good morning.', start: 1, end: 2 };

    const { text, units } = withEvent({ ...NOTHING_HEARD, text: 'Hello.' }, event);

    expect(units).toEqual([{ start: 7, end: 20, start_time: 1000, end_time: 2000 }]);
    expect(text.slice(7, 20)).toBe('Good morning.');
  });

  it('has a stretch too where words are written otherwise in the text, so that captions lack nothing', () => {
    const event = { type: 'transcript.text.delta', delta: 'Twenty one.', start: 1, end: 2 };
    const written = { ...event, words: [word('20', 1, 1.4), word('1', 1.4, 2)] };

    expect(captionsOf(withEvent(NOTHING_HEARD, written), 'srt')).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nTwenty one.\n',
    );
  });

  it('begins its captions with the first of its text, whether that has a time or not', () => {
    const event = { type: 'transcript.text.delta', delta: '20 ships sail.', start: 1, end: 2 };
    const written = { ...event, words: [word('ships', 1.4, 1.7), word('sail.', 1.7, 2)] };

    expect(captionsOf(withEvent(NOTHING_HEARD, written), 'srt')).toContain('\n20 ships sail.\n');
  });

  it.each(['早上好。', 'صباح الخير؟', 'He said "go."'])('ends a caption after %s', (first) => {
    const event = {
      ...{ type: 'transcript.text.delta', delta: `${first} later`, start: 0, end: 2 },
      words: [word(first, 0, 1), word('later', 1.1, 2)],
    };

    expect(captionsOf(withEvent(NOTHING_HEARD, event), 'srt').split('\n\n')).toHaveLength(2);
  });

  it('becomes several captions where a long stretch has no times of words', () => {
    const delta = Array.from({ length: 40 }, (_none, at) => `word${at}`).join(' ');
    const event = { type: 'transcript.text.delta', delta, start: 10, end: 40 };

    const cues = captionsOf(withEvent(NOTHING_HEARD, event), 'srt').trimEnd().split('\n\n');

    expect(cues.length).toBeGreaterThan(3);
    expect(cues[0]).toMatch(/^1\n00:00:10,000 --> 00:00:1\d,\d{3}\nword0 /);
    expect(cues.at(-1)).toMatch(/ --> 00:00:40,000\n[^]*word39$/);
    for (const cue of cues) {
      for (const line of cue.split('\n').slice(2)) expect(line.length).toBeLessThan(50);
    }
    expect(cues.join(' ').match(/word\d+/g)).toEqual(delta.split(' '));
  });

  it('becomes WebVTT, where markup is text', () => {
    expect(captionsOf(heard(), 'vtt')).toBe(
      'WEBVTT\n\n1\n00:00:00.100 --> 00:00:01.100\nGood morning.\n\n' +
        '2\n00:00:02.600 --> 00:00:03.900\nWe &lt;ship&gt; today\n',
    );
  });

  it('becomes SRT, a long sentence in cues of two lines', () => {
    const said = 'one two three four five six seven eight nine ten'.split(' ');
    const words = [...said, ...said].map((text, at) => word(text, at / 4, at / 4 + 0.2));
    const delta = words.map(({ word: text }) => text).join(' ');
    const event = { type: 'transcript.text.delta', delta, start: 0, end: 5, words };

    const cues = captionsOf(withEvent(NOTHING_HEARD, event), 'srt').split('\n\n');

    expect(cues).toHaveLength(2);
    expect(cues[0]).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\n[^\n]{1,42}\n[^\n]{1,42}$/);
    expect(cues.join(' ').match(/[a-z]+/g)).toEqual([...said, ...said]);
  });
});
