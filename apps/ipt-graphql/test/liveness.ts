import { setTimeout as pause } from 'node:timers/promises';

/** Between two questions: to ask without end would take the processor from the work that is looked at. */
const PAUSE_MS = 50;

/** Asks again and again whether the service lives, while it does something. @returns with the pause, which lasts longer as well */
export async function longestWaitMs(url: string, work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const working = work().finally(() => (state.isDone = true));
  let longest = 0;
  while (!state.isDone) {
    const startMs = performance.now();
    await pause(PAUSE_MS);
    const { status } = await fetch(`${url}/health/live`);
    if (status !== 200) throw new Error(`/health/live answered ${status}.`);
    longest = Math.max(longest, performance.now() - startMs);
  }
  await working;
  return longest;
}
