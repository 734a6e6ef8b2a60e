import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { NextFunction, Request, Response } from 'express';
import { requestTimeout } from '../src/requests/request-context.js';

const MINUTE_MS = 60_000;
const HELD = 1 << 15;
const BYTES_OF_A_NUMBER = 8;
const REQUESTS = 20;

/** Answers one request, of which 256 KiB are held by its response. */
function answerOne(handler: ReturnType<typeof requestTimeout>): void {
  const request = Object.assign(new EventEmitter(), { headers: {} }) as unknown as Request;
  const response = Object.assign(new EventEmitter(), { held: new Array<number>(HELD).fill(0.5) });
  const next: NextFunction = () => response.emit('close');
  void handler(request, response as unknown as Response, next);
}

/** Bytes of the heap that a young collection leaves of some answered requests. */
function keptBytes(handler: ReturnType<typeof requestTimeout>, gc: NodeJS.GCFunction): number {
  gc();
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < REQUESTS; index += 1) answerOne(handler);
  gc({ type: 'minor' });
  return process.memoryUsage().heapUsed - before;
}

describe('the clock of a request', () => {
  it('lets an answered request go in a young collection', () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as NodeJS.GCFunction;
    const handler = requestTimeout(MINUTE_MS, { answer: () => undefined });
    // What lives as long as the handler is old before the measurement.
    answerOne(handler);

    // V8 takes nothing away while it marks what is old, beside this; a request that is held is held each time.
    const kept = Math.min(...Array.from({ length: 5 }, () => keptBytes(handler, gc)));

    expect(kept).toBeLessThan((REQUESTS * HELD * BYTES_OF_A_NUMBER) / 2);
  });
});
