/** The thread that takes admission reviews: a listener and a spool of its own, and nobody to wait for. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock, systemClock } from '@sextant/platform-clock';
import { createLogger } from '@sextant/platform-logging';
import { SqliteSpool } from '../adapters/spool/sqlite-spool.js';
import { HandOver } from '../domain/hand-over.js';
import { Intake } from '../domain/intake.js';
import type { Observer } from '../domain/observer.js';
import { Reception } from '../domain/reception.js';
import { admissionSource } from '../domain/sources/admission-review.js';
import { reviewListener } from '../http/review-listener.js';
import { inputAccess } from './access.js';
import { FurtherListener } from './further-listener.js';
import { logDestination } from './log-destination.js';
import {
  OtherThread,
  type FromReviews,
  type ReviewConfig,
  type ToReviews,
} from './review-messages.js';

/** Reviews that wait to be taken over: when there are more, the rest of the relay is down. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Of the disk, for what makes room here. The spool beside it has one too. */
const RESERVE_BYTES = 4 * 1024 * 1024;

const port = parentPort;
if (port === null) throw new Error('This is a thread of the relay.');
let config = workerData as ReviewConfig;
const tell = (message: FromReviews) => port.postMessage(message);
const destination = logDestination(config);
const logger = createLogger({
  ...{ name: 'relay', level: config.logLevel },
  ...(destination === undefined ? {} : { destination }),
});
const clock = new SteadyClock(systemClock);
const other = new OtherThread(tell);

const observer: Pick<Observer, 'accepted' | 'dropped' | 'trouble'> = {
  // Counted where it is taken over.
  accepted: () => undefined,
  dropped: (source, reason, count) => tell({ kind: 'dropped', source, reason, count }),
  trouble: (what, error) => logger.error(what, { err: error }),
};
const spool = await SqliteSpool.open(join(config.spoolDir, 'reviews'), {
  reserveBytes: Math.min(config.spoolReserveBytes, RESERVE_BYTES),
  maxBytes: MAX_BYTES,
});
const handOver = new HandOver({ spool, observer, take: (events) => other.take(events) });
const intake = new Intake({ spool, observer, stored: () => handOver.start() });
const reception = new Reception({
  ...{ intake, observer, clock },
  heartbeats: { take: (events) => Promise.resolve(events) },
});
const { redact: values, redactCommands: commands, k8sPaths, k8sListen } = config;
const source = admissionSource({ values, commands });
reception.use(new Map(k8sPaths.map((path) => [path, source])));
const listener = reviewListener({
  ...{ paths: k8sPaths, reception, logger, requestTimeoutMs: config.requestTimeoutMs },
  access: () => inputAccess(config),
  metrics: { observeRequest: (request) => other.observed(request) },
});
const tls = config.httpsCert === undefined ? undefined : config;
const server =
  k8sListen === undefined
    ? undefined
    : await FurtherListener.start({ listen: k8sListen, tls, logger }, listener);
other.report(() => intake.unstored);
handOver.start();

async function close(): Promise<void> {
  await server?.close();
  await intake.close();
  await handOver.close();
  await spool.close();
  other.close();
  tell({ kind: 'closed' });
  port?.close();
}

port.on('message', (message: ToReviews) => {
  if (message.kind === 'taken') other.taken(message);
  else if (message.kind === 'config') config = message.config;
  else void close();
});
tell({ kind: 'ready', port: server?.port });
