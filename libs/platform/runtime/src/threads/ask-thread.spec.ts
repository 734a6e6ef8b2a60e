import { afterEach, describe, expect, it } from '@jest/globals';
import { Worker } from 'node:worker_threads';
import { askThread } from './ask-thread.js';

const started: Worker[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
});

/** @param answer JavaScript that gets `question` and may call `answer(value)` */
function thread(answer: string): Worker {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const answer = (value) => parentPort.postMessage(value);
     parentPort.on('message', (question) => { ${answer} });`,
    { eval: true, execArgv: [] },
  );
  started.push(worker);
  return worker;
}

const PLENTY = { processorMs: 60_000 };

describe('a question to a thread', () => {
  it('is answered, one after the other', async () => {
    const worker = thread('answer(question * 2)');

    expect(await askThread<number>(worker, 21, PLENTY)).toBe(42);
    expect(await askThread<number>(worker, 4, PLENTY)).toBe(8);
  });

  it('gives away what is transferred', async () => {
    const { buffer } = Uint8Array.of(1, 2, 3);
    const worker = thread('answer(question.byteLength)');

    expect(await askThread(worker, buffer, { ...PLENTY, transfer: [buffer] })).toBe(3);
    expect(buffer.byteLength).toBe(0);
  });

  it('leaves no listener behind', async () => {
    const worker = thread('answer(question)');
    await askThread(worker, 1, PLENTY);

    expect(['message', 'error', 'exit'].map((name) => worker.listenerCount(name))).toEqual([
      0, 0, 0,
    ]);
  });

  it('that takes more than its processor time is given up', async () => {
    const worker = thread('for (;;);');

    await expect(askThread(worker, 1, { processorMs: 100 })).rejects.toThrow(/used up its time/);
  });

  it('that only waits has more time than that: a machine without time for it refuses nothing', async () => {
    const worker = thread('setTimeout(answer, question, question)');
    await askThread(worker, 1, PLENTY);

    expect(await askThread(worker, 700, { processorMs: 500 })).toBe(700);
  });

  it('that waits for ever is given up too', async () => {
    const worker = thread('');

    await expect(askThread(worker, 1, { processorMs: 20 })).rejects.toThrow(/used up its time/);
  });

  it.each([
    ['fails', "throw new Error('broken')", 'the thread has failed'],
    ['ends', 'process.exit(3)', 'the thread has ended'],
  ])('of a thread that %s is rejected', async (_what, answer, message) => {
    await expect(askThread(thread(answer), 1, PLENTY)).rejects.toThrow(message);
  });

  it('to a thread that is over is rejected at once', async () => {
    const worker = thread('answer(question)');
    await worker.terminate();

    await expect(askThread(worker, 1, PLENTY)).rejects.toThrow('the thread has ended');
  });
});
