import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { RelayProcess } from './relay-process.js';
import { alert, notification, spoolFolder, until } from './running-relay.js';
import { stubServer } from './stub-server.js';

const MEGABYTES = 2;

const rssMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function waitingOf({ url }: RelayProcess): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const found = page.matchAll(/^relay_deliveries_waiting\{.*\} (\d+)$/gm);
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Large events of so many megabytes in all arrive, and none can be delivered. */
export function describeMemory(most: {
  readonly megabytes: number;
  readonly whileTheyArriveMiB: number;
  readonly afterRestartMiB: number;
}): void {
  describe(`a sink that is down while ${most.megabytes} MB of large events arrive`, () => {
    it('costs disk, not memory', async () => {
      const events = most.megabytes / MEGABYTES;
      const sink = await stubServer(() => ({ status: 503 }));
      const relay = await RelayProcess.create({
        EVENTS_SPOOL_DIR: spoolFolder(),
        EVENTS_WEBHOOK_OUT_URL: sink.url,
        LOG_LEVEL: 'fatal',
      });
      await relay.start();
      const text = 'x'.repeat(MEGABYTES * 1_000_000);
      const send = (number: number) =>
        fetch(`${relay.url}/relay/alertmanager`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(
            notification([alert({ alertname: `n${number}` }, { annotations: { text } })]),
          ),
        });

      for (let number = 0; number < events; number += 1) {
        expect((await send(number)).status).toBe(200);
      }
      const before = rssMiB(relay.pid);
      await relay.end('SIGKILL');
      await relay.start();
      await until(async () => (await waitingOf(relay)) === events);
      const after = rssMiB(relay.pid);
      await relay.end('SIGTERM');
      await sink.close();

      expect(before).toBeLessThan(most.whileTheyArriveMiB);
      expect(after).toBeLessThan(most.afterRestartMiB);
    }, 240_000);
  });
}
