import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { RelayProcess } from '../relay-process.js';
import { alert, notification, spoolFolder, until } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const EVENTS = 300;
const EVENT_BYTES = 2_000_000;

const rssMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function waitingAt({ url }: RelayProcess): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const found = page.matchAll(/^relay_deliveries_waiting\{.*\} (\d+)$/gm);
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Without the copies that fetch makes of a body. @returns the status */
async function post(url: string, body: Buffer): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const outgoing = request(url, { method: 'POST', headers }).end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
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
    const text = 'x'.repeat(EVENT_BYTES);
    const large = alert({ alertname: 'n000' }, { annotations: { text } });
    const body = Buffer.from(JSON.stringify(notification([large])));
    const name = body.indexOf('n000');
    const send = (number: number) => {
      body.write(`n${String(number).padStart(3, '0')}`, name);
      return post(`${relay.url}/relay/alertmanager`, body);
    };

    for (let number = 0; number < EVENTS; number += 1) {
      expect(await send(number)).toBe(200);
    }
    const before = rssMiB(relay.pid);
    await relay.end('SIGKILL');
    await relay.start();
    await until(async () => (await waitingAt(relay)) === EVENTS, 60_000);
    const after = rssMiB(relay.pid);

    // 600 MB wait. At its start the relay takes 160 MiB; what came lies there until a collector comes, which takes its time
    // where there is room, and some events are read to be tried again.
    expect(before).toBeLessThan(640);
    expect(after).toBeLessThan(740);
  }, 240_000);
});
