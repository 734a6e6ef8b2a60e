import { expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { BookWebhookWorker } from '../src/books/webhooks/webhook-worker.js';
import { BookWorker } from '../src/books/book-worker.js';
import { PostgresVoiceSweeper } from '../src/cloning/postgres-voice-sweeper.js';
import { BlobUpkeep } from '../src/blobs/blob-upkeep.js';
import { InstalledEngines } from '../src/engines/installation/installed-engines.js';
import { LiveSessions } from '../src/live/live-sessions.js';
import { ProgramListeners } from '../src/recognition/program-listeners.js';
import { ProgramDecoder } from '../src/recordings/program-decoder.js';
import { startSpeech } from './running-speech.js';

/** Notes when a method of a class begins and when what it does has ended. */
function note<Method extends string>(
  order: string[],
  type: { readonly name: string; readonly prototype: Record<Method, () => unknown> },
  method: Method,
): void {
  const original = type.prototype[method];
  const spied = jest.spyOn(type.prototype as Record<string, () => unknown>, method);
  spied.mockImplementation(async function (this: unknown) {
    order.push(`${type.name} begins`);
    await original.call(this);
    order.push(`${type.name} ended`);
  });
}

it('stops who uses something before what is used', async () => {
  const order: string[] = [];
  const users = [BookWorker, BookWebhookWorker, PostgresVoiceSweeper];
  const used = [InstalledEngines, ProgramDecoder, ProgramListeners, BlobUpkeep];
  for (const type of [...users, ...used]) note(order, type, 'onApplicationShutdown');
  note(order, LiveSessions, 'beforeApplicationShutdown');
  note(order, DataSource, 'destroy');
  const speech = await startSpeech();
  order.length = 0; // the database of the test has been made
  await speech.close();
  jest.restoreAllMocks();

  const at = (event: string): number => order.indexOf(event);
  // Of sessions there are those that speak and those that listen.
  expect(order).toHaveLength(2 * (users.length + used.length + 3));
  expect(order[0]).toBe('LiveSessions begins');
  for (const worker of [BookWorker, BookWebhookWorker]) {
    for (const { name } of used) {
      expect([worker.name, name, at(`${worker.name} ended`) < at(`${name} begins`)]).toEqual([
        worker.name,
        name,
        true,
      ]);
    }
  }
  for (const { name } of [...users, ...used]) {
    expect([name, at(`${name} ended`) < at('DataSource begins')]).toEqual([name, true]);
  }
});
