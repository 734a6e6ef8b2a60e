import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { programFile } from './program-file.js';
import { PoolBusyError, ProgramError, ProgramPool } from './program-pool.js';

/** Gives a part for each clause, and hears when it should stop. */
const SPEAKER = `
const { parentPort, workerData } = require('node:worker_threads');
const nap = new Int32Array(new SharedArrayBuffer(4));
parentPort.on('message', ({ job }) => {
  for (let n = 0; n < job.clauses && Atomics.load(workerData.abort, 0) === 0; n += 1) {
    Atomics.wait(nap, 0, 0, 5);
    parentPort.postMessage({ type: 'part', part: { pcm: new Int16Array(22050) } });
  }
  parentPort.postMessage({ type: 'done' });
});
parentPort.postMessage({ type: 'ready' });
`;
/** It is still at work when the test interferes. */
const MANY = 20_000;

/** A program that computes until there is a file, and hears of nothing else. */
const DEAF = `
const { existsSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
const nap = new Int32Array(new SharedArrayBuffer(4));
parentPort.on('message', ({ job }) => {
  while (!existsSync(job.until)) Atomics.wait(nap, 0, 0, 20);
  parentPort.postMessage({ type: 'part', part: { pid: process.pid } });
  parentPort.postMessage({ type: 'done' });
});
parentPort.postMessage({ type: 'ready' });
`;

interface SpeakerJob {
  readonly clauses: number;
}
interface SpeakerPart {
  readonly pcm: Int16Array;
}

let folder: string;
/** By their names in the folder, as a pool names programs. */
const programIn = (name: string): string =>
  relative(dirname(programFile('host')), join(folder, name));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-pool-'));
  writeFileSync(join(folder, 'speaker.js'), SPEAKER);
  writeFileSync(join(folder, 'deaf.js'), DEAF);
});
afterAll(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;

describe('ProgramPool', () => {
  let pool: ProgramPool<SpeakerJob, SpeakerPart>;
  const events: { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[] =
    [];

  const limits = {
    size: 1,
    maxWaiting: 1,
    stallMs: 1000,
    log: (event: string, fields: Readonly<Record<string, unknown>>) =>
      events.push({ event, fields }),
  };
  const options = () => ({ ...limits, program: programIn('speaker') });

  beforeEach(() => {
    events.length = 0;
    pool = new ProgramPool(options());
  });
  afterEach(() => pool.close());

  const run = (clauses: number, signal = new AbortController().signal) => {
    let samples = 0;
    let began: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (began = resolve));
    const onPart = ({ pcm }: SpeakerPart): void => {
      samples += pcm.length;
      began();
    };
    const done = pool.run({ job: { clauses }, onPart, signal }).then(() => samples);
    done.catch(() => undefined);
    return { first, done };
  };

  /** The children of this process that run the program. */
  const childPids = (): number[] =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
      .trim()
      .split(' ')
      .map(Number)
      .filter((pid) => pid > 0)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('speaker.js'));
  const childPid = (): number => {
    const [found] = childPids();
    if (found === undefined) throw new Error('no child');
    return found;
  };

  it('fails the job whose process is killed, and no other', async () => {
    const killed = run(MANY);
    await killed.first;
    const waiting = run(1);

    process.kill(childPid(), 'SIGKILL');

    await expect(killed.done).rejects.toThrow(ProgramError);
    // Who is asked whether jobs are done here: they are, by the process that is coming.
    expect([pool.readyCount, pool.isServing]).toEqual([0, true]);
    await expect(waiting.done).resolves.toBeGreaterThan(10_000);
  });

  it('replaces a process that hangs', async () => {
    const hung = run(MANY);
    await hung.first;

    process.kill(childPid(), 'SIGSTOP');

    await expect(hung.done).rejects.toThrow(ProgramError);
    expect(events.map(({ event }) => event)).toContain('program.stalled');
    await expect(run(1).done).resolves.toBeGreaterThan(10_000);
  });

  it('replaces a process that hangs before it is ready, and keeps nobody waiting for it', async () => {
    await pool.close();
    // Long enough for the process that takes its place on a machine that is busy.
    pool = new ProgramPool({ ...options(), startMs: 5000 });
    pool.start();
    process.kill(childPid(), 'SIGSTOP');

    await expect(run(1).done).rejects.toThrow('does not start');
    expect(pool.isServing).toBe(false);
    expect(events.map(({ event }) => event)).toContain('program.start_hung');
    await expect(run(1).done).resolves.toBeGreaterThan(10_000);
  });

  it('tries a job once more whose process was killed before it gave anything', async () => {
    await run(1).done;
    const first = childPid();
    process.kill(first, 'SIGSTOP');
    const killed = run(1);
    // It has the job, and does nothing with it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(first, 'SIGKILL');

    await expect(killed.done).resolves.toBeGreaterThan(10_000);
    expect(events.map(({ event }) => event)).toEqual(['program.ended']);
  });

  it('leaves a process that does not listen its job, and its caller alone: the next one gets the same process', async () => {
    const deaf = new ProgramPool<{ until: string }, { pid: number }>({
      ...limits,
      program: programIn('deaf'),
    });
    const seen: number[] = [];
    const ask = (until: string, signal = new AbortController().signal) =>
      deaf.run({ job: { until }, onPart: ({ pid }) => seen.push(pid), signal });
    try {
      await ask(folder);
      const controller = new AbortController();
      const left = ask(join(folder, 'end'), controller.signal);
      await new Promise(setImmediate); // it has the job

      controller.abort(new Error('gone'));
      await expect(left).rejects.toThrow('gone');
      const next = ask(folder);
      writeFileSync(join(folder, 'end'), '');
      await next;

      expect(seen).toEqual([seen[0], seen[0]]);
      expect(events).toEqual([]);
    } finally {
      await deaf.close();
    }
  });

  it('refuses when too many wait, and forgets those that give up', async () => {
    const first = run(200);
    await first.first;
    const controller = new AbortController();
    const second = run(1, controller.signal);

    await expect(run(1).done).rejects.toThrow(PoolBusyError);
    controller.abort(new Error('gave up'));
    await expect(second.done).rejects.toThrow('gave up');
    const third = run(1);
    await first.done;

    await expect(third.done).resolves.toBeGreaterThan(10_000);
  });

  it('outlives a machine that starts no process, and fails those who wait', async () => {
    const tooLong = new ProgramPool({ ...options(), env: { TOO_LONG: 'x'.repeat(200_000) } });

    await expect(tooLong.run({ job: {}, onPart: () => undefined, signal: never })).rejects.toThrow(
      'does not start',
    );
    await expect(tooLong.firstReady()).rejects.toThrow('E2BIG');
    await tooLong.close();
  });

  it('rests, and starts anew with the next job', async () => {
    await run(1).done;

    await pool.rest();

    expect(childPids()).toEqual([]);
    expect(pool.readyCount).toBe(0);
    await expect(run(1).done).resolves.toBeGreaterThan(10_000);
    expect(events).toEqual([]);
  });

  it('tells nobody that a process ended which it ended itself', async () => {
    await run(1).done;

    await pool.close();

    expect(events).toEqual([]);
  });

  it('replaces a process that has done its jobs by one that is ready, and loses none', async () => {
    pool = new ProgramPool({ ...options(), maxJobs: 2 });
    await run(1).done;
    const first = childPid();

    const until = performance.now() + 10_000;
    while (childPids().includes(first) && performance.now() < until) {
      await expect(run(1).done).resolves.toBeGreaterThan(10_000);
    }

    expect(childPids()).not.toContain(first);
    expect(pool.readyCount).toBeGreaterThan(0);
    expect(events).toEqual([]);
  });
});

describe('ProgramPool that grows on demand and has short jobs', () => {
  let pool: ProgramPool<{ readonly until: string }, { readonly pid: number }>;
  beforeEach(() => {
    const program = programIn('deaf');
    const log = (): void => undefined;
    const limits = { size: 2, maxWaiting: 9, stallMs: 10_000 };
    pool = new ProgramPool({ program, log, ...limits, growsOnDemand: true, hasShortJobs: true });
  });
  afterEach(() => pool.close());

  /** A job that goes on until there is a file of its name. */
  const begin = (name: string, isBegun: boolean) => {
    let pid = 0;
    const onPart = (part: { readonly pid: number }): void => void (pid = part.pid);
    const job = { until: join(folder, name) };
    return pool.run({ job, onPart, signal: never, isBegun }).then(() => pid);
  };
  const end = (name: string): void => writeFileSync(join(folder, name), '');
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('has one process until a job finds it at work', async () => {
    end('one');
    await begin('one', false);
    await begin('one', false);
    expect(pool.readyCount).toBe(1);

    const long = begin('long', false);
    const other = begin('one', false);

    expect(await other).not.toBe(0);
    expect(pool.readyCount).toBe(2);
    end('long');
    expect(await long).not.toBe(await other);
  });

  it('gives all processes to what goes on while nothing begins, and then one to what begins', async () => {
    const first = begin('first', true);
    const second = begin('second', true);
    await until(() => pool.readyCount === 2 && pool.busyCount === 2);

    const third = begin('third', true);
    const newcomer = begin('newcomer', false);
    end('second');
    await until(() => pool.waitingCount === 1);
    end('newcomer');
    await newcomer;
    for (const name of ['first', 'third']) end(name);

    await Promise.all([first, second, third]);
  });
});
