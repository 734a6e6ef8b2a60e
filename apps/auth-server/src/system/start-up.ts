import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Clients } from '../clients/client.js';
import { LiveChanges } from '../database/changes.js';
import { FactorSettings } from '../factors/factor.settings.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { Engine } from '../oidc/engine/engine.js';
import { Revocations } from '../security-events/revocations.js';
import { observeKeys } from '../keys/key-metrics.js';
import { Bootstrap } from './bootstrap.js';

const KEY_POLL_MS = 30_000;

/** Brings keys, engine and first accounts up before the first request, in this order, and keeps keys in shape. */
@Injectable()
export class StartUp implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: SigningKeys,
    private readonly engine: Engine,
    private readonly changes: LiveChanges,
    private readonly revocations: Revocations,
    private readonly bootstrap: Bootstrap,
    private readonly clients: Clients,
    private readonly factors: FactorSettings,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    observeKeys(this.metrics, this.keys, this.clock);
    if (this.factors.requireFactor === undefined) {
      this.logger.warn('factor.not_required', { hint: 'REQUIRE_FACTOR is not set.' });
    }
    await this.keys.rotate();
    await this.engine.refresh();
    const refresh = (): Promise<void> =>
      this.#background(this.engine.refresh(), 'engine.refresh_failed');
    this.changes.on('keys', refresh);
    this.changes.on('scopes', refresh);
    await this.changes.start();
    await this.bootstrap.run();
    await this.#warnOfClients();
    const rotate = () => void this.#background(this.#rotate(), 'keys.rotation_failed');
    this.#timer = setInterval(rotate, KEY_POLL_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    this.revocations.stop();
    await this.changes.stop();
  }

  async #rotate(): Promise<void> {
    await this.keys.rotate();
    await this.engine.refresh();
  }

  async #warnOfClients(): Promise<void> {
    const clients = await this.clients.withoutPkce();
    if (clients.length > 0) this.logger.warn('pkce.waived', { clients });
  }

  /** A failure is logged: the next turn tries again. */
  #background(work: Promise<void>, event: string): Promise<void> {
    return work.catch((error: unknown) => this.logger.warn(event, { err: error }));
  }
}
