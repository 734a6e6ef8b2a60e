import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { AccountDeletion } from '../accounts/account-deletion.js';
import { Journal } from '../audit/journal.js';
import { AccountLinks } from '../mails/account-mailer.js';
import { RevocationStreams } from '../security-events/revocations.js';
import { Artifacts } from '../sessions/artifacts.js';
import { SweepSettings } from './sweep.settings.js';

/** Removes what has expired, and accounts whose time has come. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(
    private readonly settings: SweepSettings,
    private readonly artifacts: Artifacts,
    private readonly links: AccountLinks,
    private readonly streams: RevocationStreams,
    private readonly deletion: AccountDeletion,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.#sweepOnce(), this.settings.sweepSeconds * 1000);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** A turn that takes longer than the interval is not overtaken by the next one. */
  async #sweepOnce(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await this.#sweep().finally(() => {
      this.#isRunning = false;
    });
  }

  async #sweep(): Promise<void> {
    const now = new Date(this.clock.nowMs());
    const rows = await this.#step('artifacts', () => this.artifacts.sweep(now));
    await this.#step('links', () => this.links.sweep(now));
    await this.#step('streams', () => this.streams.sweep(now));
    const accounts = await this.#step('deletions', () => this.deletion.deleteDue());
    await this.#step('failures', () => this.journal.sumUpFailures(now));
    const records = await this.#step('audit', () =>
      this.journal.removeOld(now, this.settings.auditRetentionDays),
    );
    if (records > 0) this.logger.info('audit.removed', { records });
    if (accounts > 0) this.logger.info('accounts.deleted', { accounts });
    if (rows > 0) this.logger.info('sweep.done', { rows });
  }

  /** A failure is logged and stops no other step: the next turn tries again. */
  async #step(step: string, work: () => Promise<unknown>): Promise<number> {
    try {
      const removed = await work();
      return typeof removed === 'number' ? removed : 0;
    } catch (err) {
      this.logger.warn('sweep.failed', { step, err });
      return 0;
    }
  }
}
