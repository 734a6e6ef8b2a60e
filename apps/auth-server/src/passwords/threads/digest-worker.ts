/** A thread that checks hashes of other systems: thousands of rounds, in which nobody else would be served. */
import { parentPort } from 'node:worker_threads';
import { fitsLoopHash } from '../foreign/loop-hashes.js';
import type { DigestQuestion } from './digest-messages.js';

parentPort?.on('message', ({ stored, password }: DigestQuestion) => {
  parentPort?.postMessage(fitsLoopHash(stored, password));
});
