import { existsSync } from 'node:fs';
import { systemClock } from '@sextant/platform-runtime/clock';
import { KubernetesApi } from '../../admission/kubernetes-api.js';
import { KubernetesWatch } from '../../admission/kubernetes-watch.js';
import type { RelayConfig } from '../../options/config.js';
import { WatchedEvents, WatchedPods } from '../../admission/watched-kinds.js';
import type { EventSource, EventSourceUses } from './event-source.js';
import { pemOf } from '../sinks/pem.js';

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Where pods find their API server ("Accessing the API from within a Pod"). */
const IN_CLUSTER = 'https://kubernetes.default.svc';

const fileOr = (file: string): string | undefined => (existsSync(file) ? file : undefined);

/** Watches what the options name. */
export function startKubernetesSource(
  config: RelayConfig,
  { intake, observer, spool, isLeading }: EventSourceUses,
): Promise<EventSource | undefined> {
  const { kubernetesWatch: kinds } = config;
  if (kinds === undefined) return Promise.resolve(undefined);
  const ca = config.kubernetesCa ?? fileOr(`${ACCOUNT}/ca.crt`);
  const api = new KubernetesApi({
    url: config.kubernetesUrl ?? IN_CLUSTER,
    token: config.kubernetesToken ?? fileOr(`${ACCOUNT}/token`),
    ca: ca === undefined ? undefined : pemOf(ca),
  });
  const filter = {
    types: config.kubernetesTypes,
    reasons: config.kubernetesReasons,
    namespaces: config.kubernetesNamespaces ?? [],
  };
  const uses = { api, intake, observer, spool, isLeading, clock: systemClock };
  const watches = [
    new KubernetesWatch(new WatchedEvents(filter), '/api/v1/events', uses),
    new KubernetesWatch(new WatchedPods(filter), '/api/v1/pods', uses),
  ].filter(({ kind }) => kinds.includes(kind.name));
  for (const watch of watches) watch.start();
  const close = async () => {
    await Promise.all(watches.map((watch) => watch.close()));
  };
  return Promise.resolve({ close });
}
