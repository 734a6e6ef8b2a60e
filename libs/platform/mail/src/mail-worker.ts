import { WorkLoop } from '@sextant/platform-data/work-loop';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { DueMail, MailQueue } from './mail-queue.js';
import { MailRefused, type MailTransport } from './mail-transport.js';

/** Is told what becomes of mails, for the operators' metrics. */
export interface MailObserver {
  mail(outcome: 'sent' | 'postponed' | 'failed'): void;
}

export interface MailWorkerDependencies {
  readonly queue: MailQueue;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer?: MailObserver;
  readonly metrics?: Metrics;
}

const AT_ONCE = 5;
/** Longer than any transport takes: until then nobody else sends the same mail. */
const LEASE_MS = 300_000;
const SEND_MS = 120_000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 300_000;
const SWEEP_EVERY_MS = 3_600_000;
const FAILURE_CHARACTERS = 500;

/** Sends what is in the queue, at least once, on any number of replicas. */
export class MailWorker {
  readonly #loop: WorkLoop<DueMail>;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly uses: MailWorkerDependencies) {
    const { queue, logger, metrics, clock } = uses;
    this.#loop = new WorkLoop({
      name: 'mail_queue',
      claim: (room) => queue.take(room, LEASE_MS),
      perform: (due) => this.#send(due),
      atOnce: AT_ONCE,
      idOf: ({ id }) => id,
      chores: [{ everyMs: SWEEP_EVERY_MS, run: async () => (await queue.sweep()) > 0 }],
      failed: (err) => logger.warn('mail.queue_failed', { err }),
      ...{ metrics, clock },
    });
  }

  start(): void {
    this.#unsubscribe = this.uses.queue.onWake(this.#loop.wake);
    this.#loop.start();
  }

  /** Waits for the mails that are on their way. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#unsubscribe();
  }

  /** Sends the mails that are due, a few at once. @returns how many were taken on */
  async sendDue(): Promise<number> {
    const due = await this.uses.queue.take(AT_ONCE, LEASE_MS);
    await Promise.all(due.map((one) => this.#send(one)));
    return due.length;
  }

  async #send(due: DueMail): Promise<void> {
    const { queue, transport, clock, logger, observer } = this.uses;
    if (clock.nowMs() >= due.expiresAt.getTime()) {
      await queue.failed(due, 'It was not sent in time.');
      logger.error('mail.expired', { mailId: due.id, attempts: due.attempts });
      observer?.mail('failed');
      return;
    }
    try {
      await inTime(transport.send(due.mail));
    } catch (error) {
      await this.#failed(due, error);
      return;
    }
    await queue.sent(due);
    observer?.mail('sent');
    logger.info('mail.sent', { mailId: due.id, attempts: due.attempts });
  }

  async #failed(due: DueMail, error: unknown): Promise<void> {
    const { queue, logger, observer } = this.uses;
    const reason = String(error).slice(0, FAILURE_CHARACTERS);
    const fields = { mailId: due.id, attempts: due.attempts, reason };
    if (error instanceof MailRefused) {
      await queue.failed(due, reason);
      observer?.mail('failed');
      logger.error('mail.refused', fields);
      return;
    }
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(due.attempts - 1, 10));
    await queue.later(due, reason, waitMs);
    observer?.mail('postponed');
    logger.warn('mail.postponed', { ...fields, waitMs });
  }
}

/** A server that sends a byte now and then is never silent: it is given up all the same. */
export async function inTime(sending: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server took too long.')), SEND_MS);
  try {
    await Promise.race([sending, promise]);
  } finally {
    clearTimeout(timer);
  }
}
