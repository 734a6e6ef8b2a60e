import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { MailQueue, MailWorker } from '@sextant/platform-mail';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { MailDelivery } from '../mails/mail-delivery.js';
import { AccountRequests } from '../mails/account-mailer.js';
import { AccountFlows } from './account-flows.js';

/** What was asked for by another process, or before the last start, is seen after this at the latest. */
const POLL_MS = 2000;

/** Answers what people ask for by e-mail, and sends it. Not for the command line, which only queues. */
@Injectable()
export class AccountMailWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  #worker: MailWorker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #answering: Promise<void> = Promise.resolve();
  #isAsked = false;

  constructor(
    private readonly logger: Logger,
    private readonly delivery: MailDelivery,
    private readonly queue: MailQueue,
    private readonly flows: AccountFlows,
    private readonly requests: AccountRequests,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const observer = this.queue.observedIn(this.metrics);
    const { route } = this.delivery;
    if (route === undefined) {
      this.logger.warn('mail.off', { hint: 'SMTP_URL is not set: nothing is sent by e-mail.' });
      return;
    }
    const { queue, logger, clock } = this;
    const { transport } = route;
    this.#worker = new MailWorker({ queue, transport, logger, observer, clock });
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
