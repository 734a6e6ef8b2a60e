import { parentPort } from 'node:worker_threads';
import { compareMarks, type MarksQuestion } from './compare-marks.js';

/** Apart from what decodes strangers' recordings: here are the keys of workspaces. */
parentPort?.on('message', ({ job }: { readonly job: MarksQuestion }) => {
  try {
    parentPort?.postMessage({ type: 'part', part: compareMarks(job) });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});
parentPort?.postMessage({ type: 'ready' });
