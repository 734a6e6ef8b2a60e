/** A worker's process for `kill.spec.ts`. Arguments: database URL, SMTP URL, how far its clock is ahead in ms. */
import { randomIds, systemClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { MailQueue, MailTemplates, MailWorker, SmtpTransport } from '@sextant/platform-mail';
import { openDataSource } from '@sextant/platform-data/postgres';

const [databaseUrl, url, aheadMs] = process.argv.slice(2);
const source = await openDataSource({
  config: { databaseUrl, databasePoolSize: 4 },
  logger: silentLogger,
  app: 'sending-process',
  migrations: [],
});
const clock = { ...systemClock, nowMs: () => Date.now() + Number(aheadMs) };
const queue = new MailQueue({ source, templates: new MailTemplates({}), clock, ids: randomIds });
const transport = new SmtpTransport({ url, from: 'no-reply@school.example' });
const worker = new MailWorker({ queue, transport, clock, logger: silentLogger });
while ((await worker.sendDue()) > 0);
await source.destroy();
