import { describe, expect, it } from '@jest/globals';
import { captionsOf } from '../transcription/captions.js';
import type { HeardMessage } from './live-messages.js';
import { NOTHING_SAID, plainOf, settled, transcriptOf, withHeard } from './live-text.js';

const heard = (
  type: 'interim' | 'final',
  text: string,
  [start_time, end_time]: readonly [number, number],
): HeardMessage => ({
  ...{ type, sequence: 1, text, start_time, end_time },
  words: text.split(' ').map((value, index) => ({
    value,
    start_time: start_time + 100 * index,
    end_time: start_time + 100 * index + 80,
  })),
});

describe('the text of what is being said', () => {
  it('has each interim text until the next one, and final ones for good', () => {
    let said = withHeard(NOTHING_SAID, heard('interim', 'good', [0, 300]), 0);
    said = withHeard(said, heard('interim', 'good mor', [0, 600]), 0);
    expect([said.finals.length, said.interim?.text]).toEqual([0, 'good mor']);

    said = withHeard(said, { ...heard('final', 'Good morning.', [0, 900]), language: 'en' }, 0);
    expect([plainOf(said.finals), said.interim, said.language]).toEqual([
      ...['Good morning.', undefined, 'en'],
    ]);
  });

  it('keeps nothing of noise', () => {
    const said = withHeard(NOTHING_SAID, heard('interim', 'hm', [0, 300]), 0);

    expect(withHeard(said, heard('final', '', [0, 300]), 0)).toEqual(NOTHING_SAID);
  });

  it('keeps what was being said when the connection is lost', () => {
    const said = withHeard(NOTHING_SAID, heard('interim', 'good mor', [0, 600]), 0);

    expect(plainOf(settled(said).finals)).toBe('good mor');
  });

  it('becomes captions whose times go on behind those of the run before', () => {
    let said = withHeard(NOTHING_SAID, heard('final', 'Good morning.', [1000, 1900]), 0);
    said = withHeard(said, heard('final', 'We ship today.', [500, 1500]), 60_000);

    expect(captionsOf(transcriptOf(said.finals), 'srt')).toBe(
      '1\n00:00:01,000 --> 00:00:01,180\nGood morning.\n\n' +
        '2\n00:01:00,500 --> 00:01:00,780\nWe ship today.\n',
    );
    expect(plainOf(said.finals)).toBe('Good morning.\nWe ship today.');
  });
});
