import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LiveText } from './live-text.js';

const textsOf = (stretches: readonly { text: string }[]) => stretches.map(({ text }) => text);

/** What is ready after each piece. */
function readyOf(pieces: readonly string[], language = 'en-US'): string[][] {
  const live = new LiveText(language);
  return pieces.map((piece) => textsOf(live.add(piece)));
}

describe('text as it is written', () => {
  it('is said sentence by sentence, when the end of one is seen', () => {
    expect(readyOf(['One two', ' three.', ' Four', ' five? ', 'Six'])).toEqual([
      [],
      [],
      ['One two three.'],
      [' Four five?'],
      [],
    ]);
  });

  it('is said from the first clause of a turn on, and not from each', () => {
    expect(readyOf(['As I was going to St Ives, ', 'I met a man with wives, seven, '])).toEqual([
      ['As I was going to St Ives,'],
      [],
    ]);
  });

  it.each([
    ['a title', ['Dr. ', 'Smith came. '], [[], ['Dr. Smith came.']]],
    ['an initial', ['By J. ', 'Bach now. '], [[], ['By J. Bach now.']]],
    ['a number', ['It is 3', '.', '5 now. '], [[], [], ['It is 3.5 now.']]],
    ['an address', ['See example', '.org now. '], [[], ['See example.org now.']]],
  ])('does not end at the full stop of %s', (_name, pieces, ready) => {
    expect(readyOf(pieces)).toEqual(ready);
  });

  it('ends at a line, and in Chinese without a space', () => {
    expect(readyOf(['A title\n', 'Text'])).toEqual([['A title\n'], []]);
    expect(readyOf(['你好。', '再见'], 'zh')).toEqual([['你好。'], []]);
  });

  it('is due up to its last whole word, and then all of it', () => {
    const live = new LiveText('en-US');
    live.add('one two thr');

    expect(live.due()).toEqual([{ text: 'one two ', start: 0 }]);
    expect(live.due()).toEqual([]);
    expect(live.rest()).toEqual([{ text: 'thr', start: 8 }]);
    expect(live.length).toBe(0);
  });

  it('leaves out what nobody would hear', () => {
    expect(readyOf(['... ', '\n\n', '— . '])).toEqual([[], [], []]);
  });

  it('never waits for the end of a word without one, and cuts no character in two', () => {
    const [ready = []] = readyOf([`a${'😀'.repeat(1000)}`]);

    expect(ready.length).toBeGreaterThan(2);
    expect(ready.every((text) => text.length <= 500 && text.isWellFormed())).toBe(true);
  });

  it('loses and doubles nothing, however it is cut into pieces', () => {
    const piece = fc.constantFrom(
      'Hello',
      ' there',
      '. ',
      ', ',
      '! ',
      'Dr',
      '.',
      '3.5',
      '\n',
      '。',
      '你好',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const whole = pieces.join('');
        const live = new LiveText('en-US');
        const said = [...pieces.flatMap((each) => live.add(each)), ...live.rest()];

        let at = 0;
        for (const { text, start } of said) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(whole.slice(start, start + text.length)).toBe(text);
          expect(whole.slice(at, start)).toMatch(/^[^\p{L}\p{N}]*$/u);
          at = start + text.length;
        }
        expect(whole.slice(at)).toMatch(/^[^\p{L}\p{N}]*$/u);
      }),
    );
  });
});

describe('text that is made to cost a lot', () => {
  it.each([
    ['titles', 'Dr. '.repeat(5000)],
    ['initials', 'A. '.repeat(6600)],
    ['full stops', '.'.repeat(20_000)],
    ['a long word before many full stops', `${'a'.repeat(5000)}${'(. '.repeat(5000)}`],
    ['commas', ','.repeat(20_000)],
    ['quotes', `.${'"'.repeat(19_999)}`],
    ['spaces', ' '.repeat(20_000)],
  ])('holds up nobody: %s', (_name, text) => {
    const live = new LiveText('en-US');
    const begin = performance.now();
    const ready = live.add(text);

    // Tens of milliseconds; it took 15 to 50 seconds where all that waits was looked at again and again.
    expect(performance.now() - begin).toBeLessThan(4000);
    expect(live.length).toBeLessThanOrEqual(500);
    expect(ready.every((stretch) => stretch.text.length <= 500)).toBe(true);
  });

  it('is said in stretches, although one sentence is longer than all that a request may have', () => {
    const live = new LiveText('en-US');
    live.add('a '.repeat(240));
    const ready = live.add(`${'word '.repeat(3999)}end. Next`);

    expect(ready.every((stretch) => stretch.text.length <= 500)).toBe(true);
    expect(textsOf([...ready, ...live.rest()]).join('')).toBe(
      `${'a '.repeat(240)}${'word '.repeat(3999)}end. Next`,
    );
  });
});
