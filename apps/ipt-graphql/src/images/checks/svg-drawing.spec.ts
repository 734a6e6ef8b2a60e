import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SvgDrawing } from './svg-drawing.js';

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${content}</svg>`);
const good = svg('<rect width="9" height="9"/>');
const answerOf = (check: Promise<unknown>): Promise<string | undefined> =>
  check.then(
    () => 'drawn',
    (error: unknown) => (error as { code?: string }).code,
  );

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
    const greedy = Array.from({ length: 12 }, () => answerOf(drawing.check(good, 'greedy')));

    await expect(drawing.check(good, 'modest')).resolves.toMatchObject({ width: 600 });
    expect((await Promise.all(greedy)).toSorted()).toEqual([
      ...Array<string>(3).fill('METADATA_UPLOAD_FAILED'),
      ...Array<string>(9).fill('drawn'),
    ]);
  });
});

describe('SVGs on a busy machine', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['are drawn, however long the process takes to begin', 29_000, 'drawn'],
    ['are no fault of theirs when it does not begin', 30_000, 'METADATA_UPLOAD_FAILED'],
  ])('%s', async (_name, passed, expected) => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    const drawing = new SvgDrawing();
    const answer = answerOf(drawing.check(good, 'ada'));
    // Its turn comes first; the process cannot have begun by then.
    await jest.advanceTimersByTimeAsync(passed);

    expect(await answer).toBe(expected);
  });
});

/** Draws without a file descriptor to spare, and with all of them. Prints what becomes of it. */
const WITHOUT_FILES = `
  import { closeSync, openSync } from 'node:fs';
  const { SvgDrawing } = await import(process.argv[1]);
  const drawing = new SvgDrawing();
  const draw = () => drawing.check(Buffer.from(process.argv[2]), 'ada').then(() => 'drawn', ({ code }) => code);
  const open = [];
  try { for (;;) open.push(openSync('/dev/null')); } catch (error) { if (error.code !== 'EMFILE') throw error; }
  const without = draw();
  await new Promise(setImmediate);
  open.forEach((descriptor) => closeSync(descriptor));
  process.stdout.write([await without, await draw()].join());
  process.exit();
`;

describe('SVGs of a service that has no file descriptors left', () => {
  it('are not checked, which may be tried again', async () => {
    const file = new URL('../../../dist/images/checks/svg-drawing.js', import.meta.url).href;
    const script = 'ulimit -n 100 && exec "$@"';
    const node = [process.execPath, '--input-type=module', '-e', WITHOUT_FILES];
    const { stdout } = await promisify(execFile)('sh', [
      ...['-c', script, 'sh', ...node],
      ...[file, good.toString()],
    ]);

    expect(stdout).toBe('METADATA_UPLOAD_FAILED,drawn');
  });
});
