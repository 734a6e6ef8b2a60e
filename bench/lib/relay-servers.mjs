import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.mjs';
import { ROOT, start, startService } from './servers.mjs';

/** One alert as Alertmanager sends it, 1.0 KB; every request has another fingerprint. */
export function alertRequest(number) {
  const fingerprint = number.toString(16).padStart(16, '0');
  const labels = {
    alertname: 'HighLatency',
    instance: `web-${number % 100}:9100`,
    job: 'node',
    namespace: 'shop',
    severity: 'critical',
    team: 'checkout',
  };
  const body = {
    receiver: 'relay',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels,
        annotations: {
          summary: `p99 latency of ${labels.instance} is above one second`,
          description: 'The 99th percentile has been above one second for ten minutes. '.repeat(3),
        },
        startsAt: '2026-11-21T07:03:23.53797735Z',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'http://prometheus:9090/graph?g0.expr=latency_p99+%3E+1&g0.tab=1',
        fingerprint,
      },
    ],
    groupLabels: { alertname: 'HighLatency' },
    commonLabels: labels,
    commonAnnotations: {},
    externalURL: 'http://alertmanager:9093',
    version: '4',
    groupKey: '{}:{alertname="HighLatency"}',
    truncatedAlerts: 0,
  };
  return post('/relay/alertmanager', body);
}

/** A review of a pod with three containers. */
export function reviewRequest(number) {
  const container = (name) => ({
    name,
    image: `registry.example/${name}:1.0`,
    env: Array.from({ length: 8 }, (_unused, index) => ({ name: `V${index}`, value: 'x' })),
    resources: { limits: { cpu: '1', memory: '512Mi' }, requests: { cpu: '1', memory: '1Gi' } },
  });
  const metadata = { name: `web-${number}`, namespace: 'shop', labels: { app: 'web' } };
  return post('/relay/k8s', {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: `705ab4f5-6393-11e8-b7cc-${number}`,
      kind: { group: '', version: 'v1', kind: 'Pod' },
      resource: { group: '', version: 'v1', resource: 'pods' },
      name: metadata.name,
      namespace: metadata.namespace,
      operation: 'CREATE',
      userInfo: { username: 'admin', uid: '014fbff9a07c', groups: ['system:authenticated'] },
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata,
        spec: { containers: ['a', 'b', 'c'].map(container) },
      },
      oldObject: null,
      dryRun: false,
    },
  });
}

const post = (path, body) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * relay as in production: validation, metrics, a log line per request, every event on the disk before
 * it is answered, and delivered to standard output meanwhile.
 */
export async function startRelay(env = {}, root = ROOT) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-relay-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const reviewPort = await freePort();
  const server = await startService('relay', root, {
    url: `${url}/health/live`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      EVENTS_SPOOL_DIR: folder,
      EVENTS_HTTP_K8S_LISTEN: `127.0.0.1:${reviewPort}`,
      EVENTS_STDOUT_OUT_MESSAGE: '{{ .data.labels.alertname }} {{ .data.status }}',
      ...env,
    },
  });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, reviewUrl: `http://127.0.0.1:${reviewPort}`, pid: server.pid, stop };
}

/** What the same HTTP costs without any durability. */
export async function startBare(kind) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = join(ROOT, 'bench/lib', `${kind}-alerts.mjs`);
  return { url, ...(await start(process.execPath, [script, String(port)], { url })) };
}
