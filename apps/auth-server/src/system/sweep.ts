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
    this.#timer = setInterval(() => void this.#sweepLogged(), this.settings.sweepSeconds * 1000);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** A failure is logged: the next turn tries again. */
  async #sweepLogged(): Promise<void> {
    await this.#sweep().catch((err: unknown) => this.logger.warn('sweep.failed', { err }));
  }

  async #sweep(): Promise<void> {
    const now = new Date(this.clock.nowMs());
    const rows = await this.artifacts.sweep(now);
    await this.links.sweep(now);
    await this.streams.sweep(now);
    const accounts = await this.deletion.deleteDue();
    const records = await this.journal.tidy(now, this.settings.auditRetentionDays);
    if (records > 0) this.logger.info('audit.removed', { records });
    if (accounts > 0) this.logger.info('accounts.deleted', { accounts });
    if (rows > 0) this.logger.info('sweep.done', { rows });
  }
}
