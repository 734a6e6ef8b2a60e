import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { WorkerThread } from './worker-thread.js';

const LIMITS = { ms: 60_000, loadingMs: 60_000 };

/** Answers, and fails where it is told to. */
const FAILING = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (question) => {
    if (question === 'fail') throw new Error('broken');
    parentPort.postMessage(question);
  });`;

const thread = new WorkerThread<string, string>(
  new URL(`data:text/javascript,${encodeURIComponent(FAILING)}`),
  LIMITS,
);
afterAll(() => thread.end());

describe('a thread', () => {
  it('that fails between two questions ends neither the process nor the next question', async () => {
    const on = jest.spyOn(Worker.prototype, 'on');
    expect(await thread.ask('first')).toBe('first');
    const worker = on.mock.contexts[0] as Worker;
    on.mockRestore();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('fail');
    worker.ref();
    await ended;

    expect(await thread.ask('again')).toBe('again');
  });
});
