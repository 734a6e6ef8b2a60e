import { describe, expect, it } from '@jest/globals';
import { fencedCodeIn } from './fenced-code.js';

const foundIn = (text: string) =>
  fencedCodeIn(text).map(({ start, end }) => text.slice(start, end));

describe('blocks of code between fences', () => {
  it.each([
    ['Run:\n```sh\nnpm install\n```\nand wait.', ['```sh\nnpm install\n```']],
    ['~~~\na\n```\nb\n~~~\n', ['~~~\na\n```\nb\n~~~']],
    ['````\n```\nx\n````', ['````\n```\nx\n````']],
    ['```\r\na\r\n```\r\nb', ['```\r\na\r\n```\r']],
    ['```\na\n```\nb\n```\nc\n```', ['```\na\n```', '```\nc\n```']],
  ])('are found in %j', (text, expected) => {
    expect(foundIn(text)).toEqual(expected);
  });

  it.each(['```\nnot closed', 'a ```b``` c', '``` a `b`\n```', '    ```\na\n    ```'])(
    'are not in %j',
    (text) => {
      expect(foundIn(text)).toEqual([]);
    },
  );

  it('are found in time proportional to the text', () => {
    expect(foundIn('```js\n'.repeat(22_000))).toEqual([]);
  });
});
