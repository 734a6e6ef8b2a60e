import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApertiumMode } from './modes/modes.js';
import { Pipeline, type PipelineLimits } from './pipeline.js';

/** A stage that writes in upper case, and misbehaves on certain words. */
const STAGE = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const [, , , behaviour = '', file] = process.argv;
if (file) appendFileSync(file, 'x');
const starts = file ? readFileSync(file, 'utf8').length : 0;
if (behaviour === 'never-starts') process.exit(7);
if (behaviour === 'dies-on-first-start' && starts === 1) process.exit(7);
if (behaviour === 'killed-on-three-starts' && starts <= 3) process.kill(process.pid, 'SIGKILL');
let rest = '';
let isHanging = behaviour === 'never-answers';
process.stdin.on('data', (chunk) => {
  const texts = (rest + chunk).split('\\0');
  rest = texts.pop();
  for (const text of texts) {
    if (text.includes('poison')) process.exit(3);
    if (text.includes('heavy') || (text.includes('hunted') && starts <= 3)) {
      process.stdout.write('half an answer\\0');
      process.kill(process.pid, 'SIGKILL');
    }
    if (text.includes('sleepy')) isHanging = true;
    if (isHanging) return;
    if (text.includes('swap')) process.stdout.write('[n0]someone else[n0]\\0');
    else process.stdout.write(text.includes('[n1]') ? text + '\\0' : text.replace(/\\][^[]*\\[/g, (t) => t.toUpperCase()) + '\\0');
  }
});
`;

// Other processes may keep the machine busy.

const LIMITS: PipelineLimits = {
  startDeadlineMs: 20_000,
  answerDeadlineMs: 1500,
  windowCharacters: 100,
  queueCharacters: 10_000,
};

describe('Pipeline', () => {
  let directory: string;
  let program: string;
  const pipelines: Pipeline[] = [];
  const broken: string[] = [];

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'stage-'));
    program = join(directory, 'stage');
    writeFileSync(program, STAGE);
    chmodSync(program, 0o755);
  });

  afterEach(() => {
    for (const pipeline of pipelines.splice(0)) pipeline.close();
    broken.length = 0;
  });

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  const setUp = (args: readonly string[] = [], limits: Partial<PipelineLimits> = {}) => {
    const stage = { program, args: ['-z', ...args] };
    const mode: ApertiumMode = { name: 'eng-spa', directions: [], stages: [stage] };
    const log = { info: () => undefined, warn: () => undefined };
    const pipeline = new Pipeline(mode, { ...LIMITS, ...limits }, log, {
      idle: () => undefined,
      broken: (reason) => broken.push(reason),
    });
    pipelines.push(pipeline);
    return pipeline;
  };

  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it('answers in the order of the texts', async () => {
    const pipeline = setUp();

    const answers = await pipeline.translate(numbered('text ', 500));

    expect(answers).toEqual(numbered('TEXT ', 500));
    expect(pipeline.isIdle).toBe(true);
  });

  it('answers a short batch before the rest of a long one', async () => {
    const pipeline = setUp();
    const finished: string[] = [];

    const long = pipeline.translate(numbered('text ', 1000)).then(() => finished.push('long'));
    const short = pipeline.translate(['a']).then(() => finished.push('short'));
    await Promise.all([long, short]);

    expect(finished).toEqual(['short', 'long']);
  });

  it('fails the poisonous text only', async () => {
    const pipeline = setUp();

    const results = await Promise.allSettled(
      ['a', 'poison', 'b', 'poison too', 'c'].map((text) => pipeline.translate([text])),
    );

    expect(results.map((result) => result.status === 'fulfilled' && result.value[0])).toEqual([
      'A',
      false,
      'B',
      false,
      'C',
    ]);
    expect(results[1]).toMatchObject({ reason: { code: 'engine_unavailable', status: 503 } });
    await expect(pipeline.translate(['after'])).resolves.toEqual(['AFTER']);
  });

  it('fails the text on which it hangs only, and is replaced', async () => {
    const pipeline = setUp();

    const results = await Promise.allSettled([
      pipeline.translate(['a']),
      pipeline.translate(['sleepy']),
      pipeline.translate(['b']),
    ]);

    expect(results).toMatchObject([
      { value: ['A'] },
      { reason: { code: 'engine_timeout', status: 503 } },
      { value: ['B'] },
    ]);
  });

  it('never returns an answer with the nonce of another', async () => {
    const pipeline = setUp();

    const results = await Promise.allSettled([
      pipeline.translate(['a']),
      pipeline.translate(['swap']),
      pipeline.translate(['b']),
    ]);

    expect(results).toMatchObject([
      { value: ['A'] },
      { reason: { code: 'engine_unavailable' } },
      { value: ['B'] },
    ]);
  });

  it('runs again what was under way when the process was killed', async () => {
    const pipeline = setUp();
    await pipeline.translate(['warm']);
    const answers = pipeline.translate(numbered('text ', 200));

    process.kill(pipeline.pids[0]!, 'SIGKILL');

    await expect(answers).resolves.toEqual(numbered('TEXT ', 200));
  });

  it('is replaced when the process was stopped', async () => {
    const pipeline = setUp();
    await pipeline.translate(['warm']);

    process.kill(pipeline.pids[0]!, 'SIGSTOP');

    await expect(pipeline.translate(['a', 'b'])).resolves.toEqual(['A', 'B']);
  });

  it('comes back after it was killed while idle', async () => {
    const pipeline = setUp();
    await pipeline.translate(['warm']);

    process.kill(pipeline.pids[0]!, 'SIGKILL');
    while (pipeline.pids.length > 0) await new Promise((resolve) => setImmediate(resolve));

    await expect(pipeline.translate(['a'])).resolves.toEqual(['A']);
  });

  it('starts a second time before it calls a mode broken', async () => {
    const pipeline = setUp(['dies-on-first-start', join(directory, 'starts')]);

    await expect(pipeline.translate(['a'])).resolves.toEqual(['A']);
    expect(broken).toEqual([]);
  });

  it('is not broken by others that kill it while it starts', async () => {
    const pipeline = setUp(['killed-on-three-starts', join(directory, 'killed-starts')]);

    await expect(pipeline.translate(['a'])).resolves.toEqual(['A']);
    expect(broken).toEqual([]);
  });

  it('answers a text in whose session it was killed, alone with it too', async () => {
    const pipeline = setUp(['', join(directory, 'hunted-starts')]);
    const texts = ['a', 'hunted', 'b'];

    const answers = texts.map((text) => pipeline.translate([text]));

    await expect(Promise.all(answers)).resolves.toEqual([['A'], ['HUNTED'], ['B']]);
  });

  it('fails a text with which it is killed each time, and no other', async () => {
    const pipeline = setUp();

    const results = await Promise.allSettled(
      ['a', 'heavy', 'b'].map((text) => pipeline.translate([text])),
    );

    expect(results).toMatchObject([
      { value: ['A'] },
      { reason: { code: 'engine_unavailable', status: 503 } },
      { value: ['B'] },
    ]);
  });

  it('is broken when it cannot start', async () => {
    const pipeline = setUp(['never-starts']);

    await expect(pipeline.translate(['a'])).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(broken).toEqual([`${program} ended with code 7`]);
  });

  it('is broken when it does not answer the probe in time', async () => {
    const pipeline = setUp(['never-answers'], { startDeadlineMs: 300 });

    await expect(pipeline.translate(['a'])).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(broken).toEqual(['no answer within 300 ms']);
  });

  it('is broken when the program is not there', async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const mode = { name: 'x', directions: [], stages: [{ program: '/nowhere/lt-proc', args: [] }] };
    const pipeline = new Pipeline(mode, LIMITS, log, {
      idle: () => undefined,
      broken: (reason) => broken.push(reason),
    });

    await expect(pipeline.translate(['a'])).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(broken[0]).toContain('cannot be started');
  });

  it('refuses more of an owner than its queue holds, and recovers', async () => {
    const pipeline = setUp([], { queueCharacters: 500 });
    const first = pipeline.translate(numbered('text ', 200));

    await expect(pipeline.translate(['a'])).rejects.toMatchObject({
      code: 'engine_overloaded',
      status: 503,
    });
    await expect(pipeline.translate(['a'], { owner: 'another' })).resolves.toEqual(['A']);
    await expect(first).resolves.toHaveLength(200);
    await expect(pipeline.translate(['a'])).resolves.toEqual(['A']);
  });

  it('drops what waits when the caller has gone, and answers the others', async () => {
    const pipeline = setUp();
    const gone = new AbortController();
    const dropped = pipeline.translate(numbered('text ', 1000), { signal: gone.signal });
    const kept = pipeline.translate(['a']);

    gone.abort(new Error('caller gone'));

    await expect(dropped).rejects.toThrow('caller gone');
    await expect(kept).resolves.toEqual(['A']);
    await expect(pipeline.translate(['b'], { signal: gone.signal })).rejects.toThrow('caller gone');
  });

  it('fails what is under way when it is closed', async () => {
    const pipeline = setUp();
    const pending = pipeline.translate(['a']);

    pipeline.close();

    await expect(pending).rejects.toMatchObject({ code: 'engine_unavailable' });
    await expect(pipeline.translate(['a'])).rejects.toMatchObject({ code: 'engine_unavailable' });
  });
});
