import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { EventEmitter } from 'node:events';
import type { Archive } from './archive.js';
import { HistoryController } from './history.controller.js';

/** An export that goes on until the test lets it end. */
function fixture() {
  const gates: PromiseWithResolvers<undefined>[] = [];
  const archive = {
    async *all() {
      const gate = Promise.withResolvers<undefined>();
      gates.push(gate);
      await gate.promise;
      yield [];
    },
  } as unknown as Archive;
  const controller = new HistoryController(archive);
  const begin = () => controller.export({}, new EmptyResponse() as unknown as Response);
  return { begin, gates };
}

class EmptyResponse extends EventEmitter {
  readonly destroyed = false;
  setHeader(): this {
    return this;
  }
  type(): this {
    return this;
  }
  write(): boolean {
    return true;
  }
  end(): this {
    return this;
  }
}

describe('exports of the history', () => {
  it('are five at once: one more is told to come later, and may when one has ended', async () => {
    const { begin, gates } = fixture();
    const five = [begin(), begin(), begin(), begin(), begin()];

    await expect(begin()).rejects.toMatchObject({
      ...{ code: 'overloaded', status: 503, message: expect.stringContaining('exports') },
      headers: { 'Retry-After': '5' },
    });
    gates[0]?.resolve(undefined);
    await five[0];
    const next = begin();
    for (const gate of gates) gate.resolve(undefined);

    await expect(Promise.all([...five, next])).resolves.toHaveLength(6);
  });

  it('that fail make room, too', async () => {
    const { begin, gates } = fixture();
    for (let count = 0; count < 6; count += 1) {
      const failing = begin();
      gates[count]?.reject(new Error('the disk is gone'));
      await expect(failing).rejects.toThrow('the disk is gone');
    }
  });
});
