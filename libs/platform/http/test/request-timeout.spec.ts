import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const HELD_BYTES = 1 << 18;
const REQUESTS = 20;
const BUILT = new URL('../dist/requests/request-context.js', import.meta.url).href;

/**
 * Prints the bytes of the heap that a young collection leaves of some answered requests, each of which holds 256 KiB. It
 * runs in a process of its own, because V8 did not free the requests in one that had run other tests.
 */
const PROGRAM = `
  import { EventEmitter } from 'node:events';
  import { requestTimeout } from ${JSON.stringify(BUILT)};

  const handler = requestTimeout(60_000, { answer: () => undefined });
  function answerOne() {
    const request = Object.assign(new EventEmitter(), { headers: {} });
    const response = Object.assign(new EventEmitter(), { held: new Array(${HELD_BYTES / 8}).fill(0.5) });
    handler(request, response, () => response.emit('close'));
  }
  function keptBytes() {
    gc();
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < ${REQUESTS}; index += 1) answerOne();
    gc({ type: 'minor' });
    return process.memoryUsage().heapUsed - before;
  }
  keptBytes(); // what lives as long as the handler is old before the measurement
  console.log(keptBytes());
`;

describe('the clock of a request', () => {
  it('lets an answered request go in a young collection', () => {
    const words = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
    const kept = Number(execFileSync(process.execPath, words, { encoding: 'utf8' }));

    expect(kept).toBeLessThan((REQUESTS * HELD_BYTES) / 2);
  });
});
