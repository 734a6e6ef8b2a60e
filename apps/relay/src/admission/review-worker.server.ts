/** The thread that takes admission reviews: a listener and a spool of its own, and nobody to wait for. */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock, systemClock } from '@sextant/platform-runtime/clock';
import { createLogger } from '@sextant/platform-runtime/logging';
import { SqliteSpool } from '../spool/sqlite-spool.js';
import { SpoolForwarder } from '../delivery/spool-forwarder.js';
import { Intake } from '../intake/intake.js';
import { ThrottledLog } from '../observability/throttled-log.js';
import type { Observer } from '../observability/observer.js';
import { Reception } from '../inputs/reception.js';
import { admissionSource } from './admission-review.js';
import { ConnectionLimit } from '../http/connection-limit.js';
import { reviewListener } from './review-listener.server.js';
import { inputAccess } from '../inputs/input-access.js';
import { FurtherListener } from '../http/further-listener.js';
import { logDestination } from '../templates/log-destination.js';
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
const started = workerData as ReviewConfig;
const tell = (message: FromReviews) => port.postMessage(message);
const destination = logDestination(started);
const logger = createLogger({
  ...{ name: 'relay', level: started.logLevel },
  ...(destination === undefined ? {} : { destination }),
});
const clock = new SteadyClock(systemClock);
const other = new OtherThread(tell);

const observer: Observer = {
  // Counted where it is taken over.
  accepted: () => undefined,
  delivery: () => undefined,
  dropped: (source, reason, count) => tell({ kind: 'dropped', source, reason, count }),
  trouble: (what, error) => logger.error(what, { err: error }),
};
const limits = {
  reserveBytes: Math.min(started.spoolReserveBytes, RESERVE_BYTES),
  maxBytes: MAX_BYTES,
};
// Without it nothing would be stored any more, and nobody would know: the next thread opens it anew.
const spool = await SqliteSpool.open(join(started.spoolDir, 'reviews'), limits, (error) => {
  throw error;
});
const forwarder = new SpoolForwarder({
  ...{ spool, observer, take: (events) => other.take(events) },
  // Where nothing is to be listened to, an earlier start left what there is.
  emptied: () => {
    if (started.k8sListen === undefined) void close();
  },
});
const intake = new Intake(spool, observer, { isLeading: true, offer: () => forwarder.start() });
const reception = new Reception(intake, observer, clock, {
  take: (events) => Promise.resolve(events),
});
const crowd = new ThrottledLog(clock, (count) =>
  logger.warn('reviews.connections_closed', { count }),
);
const limit = new ConnectionLimit(started.k8sMaxConnections, crowd.happened);

/** All that a configuration says of the requests; the address, the spool and the log stay. */
function listenerOf(config: ReviewConfig): RequestListener {
  const { k8sPaths: paths, requestTimeoutMs } = config;
  const source = admissionSource(config);
  reception.use(new Map(paths.map((path) => [path, source])));
  return reviewListener({
    ...{ paths, reception, logger, requestTimeoutMs, limit },
    access: () => inputAccess(config),
    metrics: { observeRequest: (request) => other.observed(request) },
  });
}

let listener = listenerOf(started);
const { k8sListen } = started;
const tls = started.httpsCert === undefined ? undefined : started;
const server =
  k8sListen === undefined
    ? undefined
    : await FurtherListener.start({ listen: k8sListen, tls, limit, logger }, (request, response) =>
        listener(request, response),
      );
other.report(() => intake.unstored);
forwarder.start();

let closing: Promise<void> | undefined;

function close(): Promise<void> {
  closing ??= end();
  return closing;
}

async function end(): Promise<void> {
  await server?.close();
  await intake.close();
  await forwarder.close();
  await spool.close();
  other.close();
  tell({ kind: 'closed' });
  port?.close();
}

port.on('message', (message: ToReviews) => {
  if (message.kind === 'taken') other.taken(message);
  else if (message.kind === 'config') listener = listenerOf(message.config);
  else void close();
});
tell({ kind: 'ready', port: server?.port });
