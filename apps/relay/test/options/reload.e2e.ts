import { afterEach, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelayProcess } from '../relay-process.js';
import { alert, notification, spoolFolder, until } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let relay: RelayProcess | undefined;
let sink: Stub;

afterEach(async () => {
  await relay?.end('SIGKILL');
  relay = undefined;
  await sink.close();
});

const send = async (alertname: string, more: object = {}): Promise<void> => {
  const { ok, status } = await fetch(`${relay?.url ?? ''}/relay/alertmanager`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notification([alert({ alertname }, more)])),
  });
  if (!ok) throw new Error(`${alertname} was answered with ${status}`);
};

describe('SIGHUP', () => {
  it('reads the file again without losing an event, and keeps to the old one when the new is bad', async () => {
    sink = await stubServer();
    const folder = spoolFolder();
    const file = join(folder, 'relay.yaml');
    const configure = (message: string) =>
      writeFileSync(
        file,
        JSON.stringify({
          options: { 'webhook-out-url': sink.url, 'webhook-out-message': message },
        }),
      );
    configure('first {{ .data.labels.alertname }}');
    relay = await RelayProcess.create({ EVENTS_SPOOL_DIR: folder }, ['--config', file]);
    await relay.start();

    await send('A');
    await until(() => sink.calls.length === 1);
    configure('second {{ .data.labels.alertname }}');
    relay.signal('SIGHUP');
    await until(() => relay?.output.includes('config.reloaded') === true);
    await send('B');
    await until(() => sink.calls.length === 2);
    configure('{{ broken');
    relay.signal('SIGHUP');
    await until(() => relay?.output.includes('config.reload_refused') === true);
    await send('C');
    await until(() => sink.calls.length === 3);

    expect(sink.calls.map(({ body }) => body.toString())).toEqual([
      'first A',
      'second B',
      'second C',
    ]);
    expect(relay.output).toContain('webhook-out-message: template: webhook-message:1');
  });
});

describe('SIGHUP, for more than templates', () => {
  const writeConfig = (file: string, options: object, routes: readonly object[] = []) =>
    writeFileSync(file, JSON.stringify({ options, routes }));
  const reloads = () => relay?.output.split('config.reloaded').length ?? 0;
  const reload = async () => {
    const before = reloads();
    relay?.signal('SIGHUP');
    await until(() => reloads() > before);
  };

  it('takes tokens, routes and sinks; what waits for a sink that is gone is a dead letter', async () => {
    sink = await stubServer(({ path }) => (path === '/down' ? { status: 503 } : {}));
    const folder = spoolFolder();
    const file = join(folder, 'relay.yaml');
    writeConfig(file, { 'webhook-out-url': `${sink.url}/down`, 'admin-token': 'old' });
    relay = await RelayProcess.create({ EVENTS_SPOOL_DIR: folder }, ['--config', file]);
    await relay.start();
    const { url } = relay;
    const status = async (token: string) =>
      fetch(`${url}/relay/status`, { headers: { authorization: `Bearer ${token}` } });

    await send('Waiting');
    await until(() => sink.calls.length > 0);
    writeConfig(file, { 'workplacechat-url': `${sink.url}/up`, 'admin-token': 'new' }, [
      { match: ['alertname="Muted"'], sinks: [] },
    ]);
    await reload();
    await send('Muted');
    await send('Heard');
    await until(() => sink.calls.some(({ path }) => path === '/up'));

    const answers = [(await status('old')).status, (await status('new')).status];
    const { sinks, dead_letters: dead } = (await (await status('new')).json()) as {
      sinks: string[];
      dead_letters: number;
    };
    expect(answers).toEqual([401, 200]);
    expect([sinks, dead]).toEqual([['workplacechat'], 1]);
    const bodies = sink.calls.filter(({ path }) => path === '/up').map(({ body }) => String(body));
    expect(bodies).toEqual([expect.stringContaining('Heard')]);
  });
});

describe('SIGHUP while the service stops', () => {
  const slow = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  it('does not cut the end short: what is out comes back', async () => {
    sink = await stubServer(() => slow(1500).then(() => ({})));
    const options = { EVENTS_SPOOL_DIR: spoolFolder(), EVENTS_WEBHOOK_OUT_URL: sink.url };
    relay = await RelayProcess.create(options);
    await relay.start();
    await send('A');
    await until(() => sink.calls.length === 1);

    const ended = relay.end('SIGTERM');
    await slow(700);
    relay.signal('SIGHUP');

    expect(await ended).toBe(0);
  });
});
