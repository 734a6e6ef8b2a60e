/**
 * A publisher's process for `kills.ts`: it writes what it publishes to a file and is killed, as if by the
 * system, around a write. Arguments: database URL, file, before which of the moments from the start (never without).
 */
import { appendFileSync } from 'node:fs';
import { systemClock, randomIds } from '@sextant/platform-runtime/clock';
import { Outbox, OutboxWorker } from '@sextant/platform-events';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';

const [databaseUrl, file, lastMoment] = process.argv.slice(2);
const source = await openDataSource({
  config: { databaseUrl, databasePoolSize: 4 },
  logger: silentLogger,
  app: 'crashing-worker',
  migrations: [],
});

let moments = 0;
function mayDie() {
  if (moments === Number(lastMoment)) process.kill(process.pid, 'SIGKILL');
  moments += 1;
}

const publisher = {
  async publish(events) {
    for (const { key, event } of events) {
      mayDie();
      appendFileSync(file, `${JSON.stringify([key, event.data.n])}\n`);
    }
    mayDie();
  },
  close: async () => {},
};

const outbox = new Outbox({ source, app: 'demo', clock: systemClock, ids: randomIds });
const worker = new OutboxWorker(
  { source, outbox, publisher, clock: systemClock, logger: silentLogger },
  { batchSize: 10 },
);
while ((await worker.publishOnce()) > 0);
await source.destroy();
