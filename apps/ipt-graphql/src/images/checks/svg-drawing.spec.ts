import { describe, expect, it } from '@jest/globals';
import { SvgDrawing } from './svg-drawing.js';

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${content}</svg>`);
const good = svg('<rect width="9" height="9"/>');
describe('SVGs of several owners', () => {
  it('are drawn in turns: nobody waits for all those of another', async () => {
    const drawing = new SvgDrawing();
    let drawn = 0;
    const greedy = Array.from({ length: 9 }, () =>
      drawing.check(good, 'greedy').then(() => (drawn += 1)),
    );
    await drawing.check(good, 'modest');
    const before = drawn;
    await Promise.all(greedy);

    // In one line with them it would begin after seven.
    expect(before).toBeLessThan(5);
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
