import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { SharpImageChecks } from './sharp-image-checks.js';

/** Interlaced: all of its pixels are in memory at once. */
const image = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#c33' } })
    .png({ progressive: true })
    .toBuffer();

describe('images of several owners', () => {
  let large: Uint8Array;
  let small: Uint8Array;

  beforeAll(async () => {
    [large, small] = await Promise.all([image(2000), image(64)]);
  });

  it('are decoded in turns: neither the images of others nor files wait for all of them', async () => {
    const checks = new SharpImageChecks();
    const order: string[] = [];
    const done = (what: string) => () => order.push(what);

    const greedy = Array.from({ length: 10 }, () =>
      checks.check(large, 'image/png', 'greedy').then(done('greedy')),
    );
    await checks.check(small, 'image/png', 'modest').then(done('modest'));
    await readFile(import.meta.filename).then(done('file'));
    await Promise.all(greedy);

    expect(order.indexOf('file')).toBeLessThan(4);
    expect(order).toHaveLength(12);
  });

  it('are refused when too many of one owner wait, and nobody else’s are', async () => {
    const checks = new SharpImageChecks();
    const greedy = Array.from({ length: 70 }, () => checks.check(small, 'image/png', 'greedy'));

    await expect(checks.check(small, 'image/png', 'modest')).resolves.toMatchObject({ width: 64 });
    const answers = await Promise.allSettled(greedy);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: { code: 'METADATA_UPLOAD_FAILED' } });
  });
});
