import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
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
}

const POLL_MS = 1000;
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
  #running: Promise<void> | undefined;
  #stopped = false;
  #nextSweepMs = 0;
  #rouse: () => void = () => undefined;

  constructor(private readonly uses: MailWorkerDependencies) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Waits for the mails that are on their way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rouse();
    await this.#running;
  }

  async #run(): Promise<void> {
    const unsubscribe = this.uses.queue.onWake(() => this.#rouse());
    while (!this.#stopped) {
      const taken = await this.#turn();
      if (taken === 0) await this.#sleep();
    }
    unsubscribe();
  }

  async #turn(): Promise<number> {
    try {
      const taken = await this.sendDue();
      await this.#sweepWhenDue();
      return taken;
    } catch (error) {
      this.uses.logger.warn('mail.queue_failed', { err: error }); // the next turn tries again
      return 0;
    }
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

  async #sweepWhenDue(): Promise<void> {
    const { clock, queue } = this.uses;
    if (clock.monotonicMs() < this.#nextSweepMs) return;
    const swept = await queue.sweep();
    if (swept === 0) this.#nextSweepMs = clock.monotonicMs() + SWEEP_EVERY_MS;
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#stopped ? 0 : POLL_MS);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
