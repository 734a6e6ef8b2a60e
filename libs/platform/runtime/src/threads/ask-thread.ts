import type { Transferable, Worker } from 'node:worker_threads';

export interface ThreadBudget {
  /**
   * Milliseconds of processor time that the answer may take. A machine that has no time for the thread makes nobody's
   * question too hard.
   */
  readonly processorMs: number;
  /** What is the thread's from then on. */
  readonly transfer?: readonly Transferable[];
}

/** How often a thread is asked what it has used. */
const LOOK_MS = 500;
/** For a thread that waits for something, or cannot be asked: so many times its budget, by the clock. */
const CLOCK_TIMES = 6;

/**
 * Asks a thread one question; another is asked when this one is answered. The thread keeps the process alive meanwhile,
 * not afterwards.
 *
 * @throws {Error} when the thread fails, ends, or has no answer within its budget. Then the caller ends it
 */
export function askThread<Reply>(
  worker: Worker,
  question: unknown,
  { processorMs, transfer = [] }: ThreadBudget,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) =>
      done(() => reject(new Error(reason, { cause })));
    const onMessage = (reply: Reply) => done(() => resolve(reply));
    const onError = (cause: unknown) => fail('the thread has failed', cause);
    const onExit = () => fail('the thread has ended');
    const unwatch = watchBudget(worker, processorMs, () =>
      fail('the thread has used up its time (time-out)'),
    );
    const done = (settle: () => void) => {
      unwatch();
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      settle();
    };
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    if (worker.threadId === -1) onExit();
    else worker.postMessage(question, [...transfer]);
  });
}

/** @returns ends the watch */
function watchBudget(worker: Worker, processorMs: number, onUsedUp: () => void): () => void {
  const lookMs = Math.min(LOOK_MS, processorMs / 4);
  // Quick answers, which most are, cost no look: what was used before the first one is taken for all of its time.
  let usedBeforeMs: number | undefined;
  let isAsking = false;
  const used = async () => {
    const { user, system } = await worker.cpuUsage();
    const usedMs = (user + system) / 1000;
    usedBeforeMs ??= Math.max(0, usedMs - lookMs);
    return usedMs - usedBeforeMs;
  };
  const look = async () => {
    if (isAsking) return;
    isAsking = true;
    if ((await used()) >= processorMs) onUsedUp();
    isAsking = false;
  };
  // One that has ended tells so itself.
  const looking = setInterval(() => void look().catch(() => undefined), lookMs);
  const clock = setTimeout(onUsedUp, CLOCK_TIMES * processorMs);
  return () => {
    clearInterval(looking);
    clearTimeout(clock);
  };
}
