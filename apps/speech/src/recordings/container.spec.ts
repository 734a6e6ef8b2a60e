import { describe, expect, it } from '@jest/globals';
import { containerOf } from './container.js';

/** An MP4 whose tracks have these handlers. */
const mp4 = (...handlers: readonly string[]): Buffer =>
  Buffer.from(`\0\0\0\x10ftypM4A ${handlers.map((of) => `hdlr\0\0\0\0\0\0\0\0${of}`).join('')}`);

describe('an MP4', () => {
  it('is a recording when nothing is to be seen in it', () => {
    expect(containerOf(mp4('mdir', 'soun'))).toBe('m4a');
    expect(containerOf(mp4('soun', 'vide'))).toBeUndefined();
  });

  it('is none when it has more tracks than anybody looks at', () => {
    expect(containerOf(mp4(...Array.from({ length: 5000 }, () => 'soun')))).toBeUndefined();
  });
});
