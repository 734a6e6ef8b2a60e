import { describe, expect, it } from '@jest/globals';
import { voicesOf } from './voices-file.js';

describe('voices.json', () => {
  it('names the language of a model and its speakers', () => {
    const speakers = [
      { index: 0, name: 'Amy', gender: 'female' },
      { index: 7, name: 'Zoë', locale: 'en-GB' },
    ];

    expect(voicesOf(JSON.stringify({ locale: 'en-US', speakers }))).toEqual({
      locale: 'en-US',
      speakers: [
        { index: 0, name: 'Amy', gender: 'female' },
        { index: 7, name: 'Zoë', gender: 'not_specified', locale: 'en-GB' },
      ],
    });
    expect(voicesOf('{}')).toEqual({});
  });

  it.each([
    ['no JSON', '{"locale"'],
    ['no object', '[]'],
    ['nothing', 'null'],
    ['a locale that is none', '{"locale": 5}'],
    ['a locale that breaks every list of languages', '{"locale": "en US"}'],
    ['speakers that are no list', '{"speakers": "all"}'],
    ['no speaker', '{"speakers": []}'],
    ['a speaker that is nothing', '{"speakers": [null]}'],
    ['a speaker without a name', '{"speakers": [{"index": 0}]}'],
    ['a name that commands terminals', '{"speakers": [{"index": 0, "name": "\\u001b[2J"}]}'],
    ['an index that is none', '{"speakers": [{"index": -1, "name": "A"}]}'],
    ['a gender that is none', '{"speakers": [{"index": 0, "name": "A", "gender": 1}]}'],
    ['one speaker twice', '{"speakers": [{"index": 0, "name": "A"}, {"index": 0, "name": "B"}]}'],
    [
      'more speakers than anybody chooses between',
      JSON.stringify({
        speakers: Array.from({ length: 1001 }, (_, index) => ({ index, name: 'A' })),
      }),
    ],
  ])('is refused with the reason, and its model with it: %s', (_what, text) => {
    expect(() => voicesOf(text)).toThrow('its voices.json is unusable: ');
  });
});
