import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { mailMetrics, MailQueue, MailWorker, type MailRoute } from '@sextant/platform-mail';
import { Metrics } from '@sextant/platform-telemetry';
import { DataSource } from 'typeorm';
import { MAIL_ROUTE } from './account-providers.js';
import { AccountFlows } from './accounts/account-flows.js';
import { ACCOUNT_REQUESTS, type AccountRequests } from './mails/postbox.js';

export const LOGGER = Symbol('Logger');

/** What was asked for by another process, or before the last start, is seen after this at the latest. */
const POLL_MS = 2000;

/** Answers what people ask for by e-mail, and sends it. Not for the command line, which only queues. */
@Injectable()
export class MailLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #worker: MailWorker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #answering: Promise<void> = Promise.resolve();
  #isAsked = false;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(MAIL_ROUTE) private readonly route: MailRoute | null,
    @Inject(MailQueue) private readonly queue: MailQueue,
    @Inject(AccountFlows) private readonly flows: AccountFlows,
    @Inject(ACCOUNT_REQUESTS) private readonly requests: AccountRequests,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    const observer = mailMetrics(this.metrics, this.source);
    if (this.route === null) {
      this.logger.warn('mail.off', { hint: 'SMTP_URL is not set: nothing is sent by e-mail.' });
      return;
    }
    const { queue, logger } = this;
    const { transport } = this.route;
    this.#worker = new MailWorker({ queue, transport, logger, observer, clock: systemClock });
    this.#worker.start();
    this.requests.onAdded(() => this.#answer());
    this.#timer = setInterval(() => this.#answer(), POLL_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#answering;
    await this.#worker?.stop();
  }

  /** One turn after the other; while one waits, no further one has to. */
  #answer(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#answering = this.#answering.then(async () => {
      this.#isAsked = false;
      await this.flows.answerAll().catch((error: unknown) => {
        this.logger.warn('account.answer_failed', { err: error }); // it comes again
      });
    });
  }
}
