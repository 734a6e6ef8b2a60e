import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { WorkerThread } from './worker-thread.js';

const LIMITS = { ms: 60_000, loadingMs: 60_000 };

/** Answers, and fails afterwards. */
const FAILING = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (question) => {
    parentPort.postMessage(question);
    if (question === 'fail') setImmediate(() => { throw new Error('broken'); });
  });`;

const thread = new WorkerThread<string, string>(
  new URL(`data:text/javascript,${encodeURIComponent(FAILING)}`),
  LIMITS,
);
afterAll(() => thread.end());

describe('a thread', () => {
  it('that fails between two questions ends neither the process nor the next question', async () => {
    const on = jest.spyOn(Worker.prototype, 'on');
    expect(await thread.ask('fail')).toBe('fail');
    const worker = on.mock.contexts[0] as Worker;
    on.mockRestore();
    if (worker.threadId !== -1) await new Promise((resolve) => worker.once('exit', resolve));

    expect(await thread.ask('again')).toBe('again');
  });
});
