import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { startRelay, until, type RunningRelay } from '../running-relay.js';

const hasGo = ((): boolean => {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

interface Message {
  readonly Data: string;
  readonly Attributes: Record<string, string>;
  readonly OrderingKey: string;
}

/** It is built once; its modules come through Go's proxy. */
(hasGo ? describe : describe.skip)("Google's own fake of Pub/Sub, needs Go", () => {
  let fake: ChildProcess;
  let url: string;
  let relay: RunningRelay;

  beforeAll(async () => {
    const program = join(mkdtempSync(join(tmpdir(), 'relay-pstest-')), 'pstest');
    const cwd = join(workspaceRoot(), 'apps/relay/test/pstest');
    execFileSync('go', ['build', '-o', program, '.'], { cwd, stdio: 'inherit' });
    fake = spawn(program, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(fake.stdout!, 'data')) as [Buffer];
    url = line.toString().trim();
    relay = await startRelay({
      EVENTS_PUBSUB_OUT_PROJECT_ID: 'p',
      EVENTS_PUBSUB_OUT_TOPIC: 'alerts',
      EVENTS_PUBSUB_OUT_API_URL: url,
      EVENTS_PUBSUB_OUT_SELECTOR: '{{ with .data.labels.topic }}{{ . }}{{ else }}alerts{{ end }}',
    });
  }, 600_000);

  afterAll(async () => {
    await relay.close();
    fake.kill('SIGKILL');
  });

  const messages = async () => (await (await fetch(`${url}/messages`)).json()) as Message[] | null;

  it('takes what the relay publishes, with its attributes and its order', async () => {
    await relay.alert({ alertname: 'DiskFull', instance: 'für' });
    await until(async () => (await messages())?.length === 1);

    const [message] = (await messages()) ?? [];
    const data = JSON.parse(Buffer.from(message?.Data ?? '', 'base64').toString()) as object;
    expect(data).toMatchObject({ data: { labels: { alertname: 'DiskFull', instance: 'für' } } });
    expect(message?.Attributes['type']).toBe('org.sextant.relay.alertmanager.alert.firing.v1');
    expect(message?.OrderingKey).toMatch(/^[0-9a-f]{16}$/);
  });

  it('refuses a topic that is not there, which is a dead letter', async () => {
    await relay.alert({ alertname: 'Lost', topic: 'nosuch' });

    await until(async () => (await relay.status()).dead_letters === 1);
  });
});
