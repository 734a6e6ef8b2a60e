import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import sharp from 'sharp';

import { differenceOf } from './pictures.mjs';

const picture = (width, height, background) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describe('two pictures', () => {
  it('are the same when every point is', async () => {
    const one = await picture(10, 10, '#1a5fb4');

    assert.equal((await differenceOf(one, one)).share, 0);
  });

  it('differ by the share of points that do', async () => {
    const before = await picture(10, 10, '#ffffff');
    const part = await picture(5, 10, '#000000');
    const after = await sharp(before)
      .composite([{ input: part, left: 0, top: 0 }])
      .png()
      .toBuffer();

    const { share, image } = await differenceOf(before, after);

    assert.equal(share, 0.5);
    assert.equal((await sharp(image).metadata()).width, 10);
  });
});
