import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { RelayProcess } from './relay-process.js';
import { alert, notification, spoolFolder } from './running-relay.js';
import { stubServer } from './stub-server.js';

const rssMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('a sink that is down while large events arrive', () => {
  it('costs disk, not memory', async () => {
    const sink = await stubServer(() => ({ status: 503 }));
    const relay = await RelayProcess.create({
      EVENTS_SPOOL_DIR: spoolFolder(),
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      LOG_LEVEL: 'fatal',
    });
    await relay.start();
    const send = (number: number) =>
      fetch(`${relay.url}/relay/alertmanager`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(
          notification([
            alert({ alertname: `n${number}` }, { annotations: { text: 'x'.repeat(2_000_000) } }),
          ]),
        ),
      });

    for (let number = 0; number < 200; number += 1) expect((await send(number)).status).toBe(200);
    const before = rssMiB(relay.pid);
    await relay.end('SIGKILL');
    await relay.start();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const after = rssMiB(relay.pid);
    await relay.end('SIGTERM');
    await sink.close();

    // 400 MB wait.
    expect(before).toBeLessThan(450);
    expect(after).toBeLessThan(450);
  }, 240_000);
});
