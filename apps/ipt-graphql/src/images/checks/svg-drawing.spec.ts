import { describe, expect, it } from '@jest/globals';
import { SvgDrawing } from './svg-drawing.js';

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${content}</svg>`);
const good = svg('<rect width="9" height="9"/>');
const endless = svg(
  '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="50"/></filter>' +
    `<g id="a"><rect width="600" height="600"/></g>${'<use href="#a" filter="url(#f)"/>'.repeat(4500)}`,
);

describe('SVGs of several owners', () => {
  it('are drawn in turns: nobody waits for all those of another', async () => {
    const drawing = new SvgDrawing();
    const order: string[] = [];
    const check = (bytes: Uint8Array, owner: string) =>
      drawing.check(bytes, owner).then(
        () => order.push(owner),
        () => order.push(owner),
      );

    const greedy = Array.from({ length: 3 }, () => check(endless, 'greedy'));
    await check(good, 'modest');
    const before = [...order];
    await Promise.all(greedy);

    expect(before).toEqual(['modest']);
  });

  it('are refused when too many of one owner wait, and nobody else’s are', async () => {
    const drawing = new SvgDrawing();
    const greedy = Array.from({ length: 12 }, () =>
      drawing.check(good, 'greedy').then(
        () => 'drawn',
        (error: unknown) => (error as { code?: string }).code,
      ),
    );

    await expect(drawing.check(good, 'modest')).resolves.toMatchObject({ width: 600 });
    const answers = await Promise.all(greedy);
    expect(answers.filter((answer) => answer === 'drawn')).toHaveLength(9);
    expect(answers.filter((answer) => answer !== 'drawn')).toEqual(
      Array(3).fill('METADATA_UPLOAD_FAILED'),
    );
  });
});
