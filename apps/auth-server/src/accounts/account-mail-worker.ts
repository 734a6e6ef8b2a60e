import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Rounds } from '@sextant/platform-data/work-loop';
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
  readonly #answers: Rounds;

  constructor(
    private readonly logger: Logger,
    private readonly delivery: MailDelivery,
    private readonly queue: MailQueue,
    flows: AccountFlows,
    private readonly requests: AccountRequests,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    this.#answers = new Rounds({
      ...{ name: 'account_requests', pollMs: POLL_MS, metrics },
      round: async () => {
        await flows.answerAll();
        return false;
      },
      failed: (err) => logger.warn('account.answer_failed', { err }), // it comes again
    });
  }

  onApplicationBootstrap(): void {
    const observer = this.queue.observedIn(this.metrics);
    const { route } = this.delivery;
    if (route === undefined) {
      this.logger.warn('mail.off', { hint: 'SMTP_URL is not set: nothing is sent by e-mail.' });
      return;
    }
    const { queue, logger, clock, metrics } = this;
    const { transport } = route;
    this.#worker = new MailWorker({ queue, transport, logger, observer, clock, metrics });
    this.#worker.start();
    this.requests.onAdded(this.#answers.wake);
    this.#answers.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#answers.stop();
    await this.#worker?.stop();
  }
}
