import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { RelayProcess } from './relay-process.js';
import { alert, notification, spoolFolder, until } from './running-relay.js';
import { stubServer, type Stub } from './stub-server.js';

const EVENTS = 200;
const EVENT_BYTES = 2_000_000;

const rssMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function waitingAt({ url }: RelayProcess): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const found = page.matchAll(/^relay_deliveries_waiting\{.*\} (\d+)$/gm);
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

let relay: RelayProcess;
let sink: Stub;

afterEach(async () => {
  await relay.end('SIGKILL');
  await sink.close();
});

describe('a sink that is down while large events arrive', () => {
  it('costs disk, not memory', async () => {
    sink = await stubServer(() => ({ status: 503 }));
    relay = await RelayProcess.create({
      EVENTS_SPOOL_DIR: spoolFolder(),
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      // A message as large as its event would be refused for good, and nothing would wait.
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.labels.alertname }}',
      LOG_LEVEL: 'fatal',
    });
    await relay.start();
    const send = (number: number) =>
      fetch(`${relay.url}/relay/alertmanager`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(
          notification([
            alert({ alertname: `n${number}` }, { annotations: { text: 'x'.repeat(EVENT_BYTES) } }),
          ]),
        ),
      });

    for (let number = 0; number < EVENTS; number += 1) {
      expect((await send(number)).status).toBe(200);
    }
    const before = rssMiB(relay.pid);
    await relay.end('SIGKILL');
    await relay.start();
    await until(async () => (await waitingAt(relay)) === EVENTS, 60_000);
    const after = rssMiB(relay.pid);

    // 400 MB wait. At its start the relay takes 160 MiB, and some events are read to be tried again.
    expect(before).toBeLessThan(450);
    expect(after).toBeLessThan(650);
  }, 240_000);
});
