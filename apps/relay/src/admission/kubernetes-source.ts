import { existsSync } from 'node:fs';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-runtime/clock';
import { Delivering } from '../delivery/delivering.js';
import { pemOf } from '../http/pem.js';
import { Intake } from '../intake/intake.js';
import { Observer } from '../observability/observer.js';
import { CurrentConfig } from '../options/current-config.js';
import type { RelayConfig } from '../options/config.js';
import { Spool } from '../spool/spool.js';
import { KubernetesApi } from './kubernetes-api.js';
import { KubernetesWatch } from './kubernetes-watch.js';
import { WatchedEvents, WatchedPods } from './watched-kinds.js';

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Where pods find their API server ("Accessing the API from within a Pod"). */
const IN_CLUSTER = 'https://kubernetes.default.svc';

const fileOr = (file: string): string | undefined => (existsSync(file) ? file : undefined);

/** Watches what the options name. */
@Injectable()
export class KubernetesSource implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #watches: readonly KubernetesWatch[] = [];

  constructor(
    private readonly config: CurrentConfig,
    private readonly intake: Intake,
    private readonly spool: Spool,
    private readonly observer: Observer,
    private readonly delivering: Delivering,
  ) {}

  onApplicationBootstrap(): void {
    const { started: config } = this.config;
    const { kubernetesWatch: kinds } = config;
    if (kinds === undefined) return;
    const filter = {
      types: config.kubernetesTypes,
      reasons: config.kubernetesReasons,
      namespaces: config.kubernetesNamespaces ?? [],
    };
    const { intake, spool, observer, delivering } = this;
    const isLeading = () => delivering.isLeading;
    const uses = { api: apiOf(config), intake, observer, spool, isLeading, clock: systemClock };
    this.#watches = [
      new KubernetesWatch(new WatchedEvents(filter), '/api/v1/events', uses),
      new KubernetesWatch(new WatchedPods(filter), '/api/v1/pods', uses),
    ].filter(({ kind }) => kinds.includes(kind.name));
    for (const watch of this.#watches) watch.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.close()));
  }
}

function apiOf(config: RelayConfig): KubernetesApi {
  const ca = config.kubernetesCa ?? fileOr(`${ACCOUNT}/ca.crt`);
  return new KubernetesApi({
    url: config.kubernetesUrl ?? IN_CLUSTER,
    token: config.kubernetesToken ?? fileOr(`${ACCOUNT}/token`),
    ca: ca === undefined ? undefined : pemOf(ca),
  });
}
