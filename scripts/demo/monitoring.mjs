import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import alertmanager from '../services/alertmanager/service.mjs';
import { debianProgram } from '../services/debian.mjs';
import { startProgram } from './program.mjs';

/** A free port of the loopback interface. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/**
 * A real Prometheus with one rule, and a real Alertmanager that notifies the relay of it.
 *
 * @param {{ folder: string, packages: string, say: (line: string) => void, target: string,
 *   metrics: string }} wish  `target` is the relay, `metrics` has the page that is scraped
 */
export async function startMonitoring({ folder, packages, say, target, metrics }) {
  const alerts = await startAlertmanager({ folder: join(folder, 'am'), packages, say, target });
  try {
    const prometheus = await startPrometheus({
      folder: join(folder, 'prometheus'),
      ...{ packages, say, metrics, alertmanager: alerts.address },
    });
    return {
      stop: async () => {
        await prometheus.stop();
        await alerts.stop();
      },
    };
  } catch (error) {
    await alerts.stop();
    throw error;
  }
}

const isOk = async (url) => (await fetch(url).catch(() => undefined))?.ok === true;

async function startAlertmanager({ folder, packages, say, target }) {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'alertmanager.yml'),
    `route:
  receiver: relay
  group_by: [alertname]
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: relay
    webhook_configs:
      - url: ${target}/relay/alertmanager
        send_resolved: true
`,
  );
  const program = await alertmanager.program({ folder, packages, port, say });
  const started = await startProgram({
    name: 'Alertmanager',
    ...program,
    isReady: () => isOk(`http://127.0.0.1:${port}/-/ready`),
  });
  return { ...started, address: `127.0.0.1:${port}` };
}

async function startPrometheus({ folder, packages, say, metrics, alertmanager: address }) {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const { command, env } = await debianProgram({
    program: 'prometheus',
    debianPackage: 'prometheus',
    packages,
    say,
  });
  await writeFile(
    join(folder, 'rules.yml'),
    `groups:
  - name: demo
    rules:
      - alert: DemoErrors
        expr: demo_errors > 3
        labels: { severity: critical }
        annotations: { summary: '{{ $value }} errors <a minute>' }
`,
  );
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${join(folder, 'rules.yml')}]
alerting: { alertmanagers: [{ static_configs: [{ targets: ['${address}'] }] }] }
scrape_configs:
  - job_name: demo
    static_configs: [{ targets: ['${new URL(metrics).host}'] }]
`,
  );
  return startProgram({
    name: 'Prometheus',
    command,
    env,
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--rules.alert.resend-delay=3s', // the first one may come before Alertmanager is known
    ],
    isReady: () => isOk(`http://127.0.0.1:${port}/-/ready`),
  });
}
