/**
 * A publisher's process for `kill.spec.ts`: it writes what it publishes to a file and is killed, as if by the
 * system, at a random moment around a write. Arguments: database URL, file.
 */
import { appendFileSync } from 'node:fs';
import { systemClock, randomIds } from '@sextant/platform-clock';
import { Outbox, OutboxWorker } from '@sextant/platform-events';
import { silentLogger } from '@sextant/platform-logging';
import { openDataSource } from '@sextant/platform-postgres';

const [databaseUrl, file] = process.argv.slice(2);
const source = await openDataSource({
  config: { databaseUrl, databasePoolSize: 4 },
  logger: silentLogger,
  app: 'crashing-worker',
  migrations: [],
});

const publisher = {
  async publish(events) {
    for (const { key, event } of events) {
      if (Math.random() < 0.02) process.kill(process.pid, 'SIGKILL');
      appendFileSync(file, `${JSON.stringify([key, event.data.n])}\n`);
    }
    if (Math.random() < 0.1) process.kill(process.pid, 'SIGKILL');
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
