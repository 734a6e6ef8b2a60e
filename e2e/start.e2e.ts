import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain } from '@sextant/platform-testing';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makePlace, StartRun, type Place } from './started-stack.js';

const ONLY = ['--only', 'translate,relay'];

/** Stated, not asked for: a pair that is not there is what this has to find. */
const DEFAULT_PAIRS = [
  ['EN', 'ES', 'The house is big.', 'La casa es grande.'],
  ['ES', 'EN', 'La casa es grande.', 'The house is big.'],
  ['ES', 'PT', 'La casa es grande.', 'A casa é grande.'],
  ['PT', 'ES', 'A casa é grande.', 'La casa es grande.'],
  ['ES', 'CA', 'La casa es grande.', 'La casa és gran.'],
  ['CA', 'ES', 'La casa és gran.', 'La casa es grande.'],
  ['ES', 'FR', 'La casa es grande.', 'La maison est grande.'],
  ['FR', 'ES', 'La maison est grande.', 'La casa es grande.'],
] as const;

describe('npm start', () => {
  let place: Place;

  beforeAll(async () => {
    place = await makePlace();
  });
  afterAll(async () => {
    StartRun.stopAll();
    await rm(place.dataDir, { recursive: true, force: true });
  });

  it('explains its flags and the variables of the ports with --help', async () => {
    const run = new StartRun(place, ['--help']);

    expect(await run.exitCode()).toBe(0);
    for (const word of [
      '--only',
      '--data',
      '--port',
      '--all-pairs',
      '--reset',
      'PGPORT',
      'RELAY_PORT',
    ]) {
      expect(run.output).toContain(word);
    }
  });

  it('refuses an unknown service and lists the known ones', async () => {
    const run = new StartRun(place, ['--only', 'translate,teapot']);

    expect(await run.exitCode()).toBe(1);
    expect(run.output).toContain('unknown service teapot');
    expect(run.output).toContain(
      'translate, auth-server, notifications, speech, ipt-graphql, relay',
    );
  });

  it('names the port that is taken and its variable, and starts nothing', async () => {
    const port = Number(place.env['RELAY_PORT']);
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');

    const run = new StartRun(place, ONLY);
    const exitCode = await run.exitCode();
    other.close();

    expect(exitCode).toBe(1);
    expect(run.output).toContain(
      `Port ${port} (relay) is taken by another program. Set RELAY_PORT.`,
    );
    expect(existsSync(join(place.dataDir, 'postgres'))).toBe(false);
  });

  it('stops everything when npm gets SIGTERM', async () => {
    const run = new StartRun(place, ['--only', 'relay'], ['npm', 'start', '--']);
    await run.isStarted();
    const children = await run.children();

    expect(await run.stop()).toBe(0);

    expect(children.map(({ name }) => name).sort()).toEqual(['gateway', 'relay']);
    for (const { pid } of children) expect(await stateOf(pid)).toMatch(/gone|zombie/);
  });

  it('shows the gateway as dead when it does not come up, with its last log lines', async () => {
    const other = createHttpServer((_request, response) => response.end('not the gateway'));
    let run: StartRun;
    for (;;) {
      run = new StartRun(place, ['--only', 'relay']);
      await run.says('Not building');
      // The ports have been checked by now; the gateway may have been quicker all the same.
      other.listen(Number(new URL(place.gateway).port), '127.0.0.1');
      const isFirst = await once(other, 'listening').then(
        () => true,
        () => false,
      );
      if (isFirst) break;
      await run.stop();
    }

    await run.isStarted();
    other.close();
    const relay = await fetch(`http://127.0.0.1:${place.env['RELAY_PORT']}/health/live`);
    const exitCode = await run.stop();

    expect(run.output).toMatch(/gateway +http\S+ +http\S+ +- +ended with exit code 1\n/);
    expect(run.output).toMatch(
      /gateway \(process \d+\) ended with exit code 1[^\n]*\n {2}\| .*EADDRINUSE/,
    );
    expect(relay.status).toBe(200);
    expect(exitCode).toBe(0);
  });

  describe('with a stack that runs', () => {
    let run: StartRun;

    beforeAll(async () => {
      run = new StartRun(place, ONLY);
      await run.isStarted();
    });
    afterAll(async () => {
      await run.stop();
    });

    it('prints one table and the path of the credentials', () => {
      expect(run.output).toMatch(/Service +URL +Documentation +Engine +State/);
      expect(run.output).toMatch(
        /translate +http:\/\/localhost:\d+ +http:\/\/localhost:\d+\/docs\/translate +Apertium +ready/,
      );
      expect(run.output).toMatch(/relay +http:\/\/localhost:\d+ .* ready\n/);
      expect(run.output).toContain(join(place.dataDir, 'dev-credentials.json'));
    });

    it.each(DEFAULT_PAIRS)(
      'translates %s into %s',
      async (source_lang, target_lang, text, expected) => {
        const { auth_key } = (await credentialsOf(place)).translate;
        const response = await fetch(`${place.gateway}/v2/translate`, {
          method: 'POST',
          headers: {
            Authorization: `DeepL-Auth-Key ${auth_key}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({ text: [text], source_lang, target_lang }),
        });

        expect(await response.json()).toMatchObject({ translations: [{ text: expected }] });
      },
    );

    it('serves the services at the gateway, also their documentation', async () => {
      const page = await fetch(place.gateway);
      const docs = await fetch(`${place.gateway}/docs/relay`);
      const nowhere = await fetch(`${place.gateway}/nowhere`);

      expect(await page.text()).toContain('href="/docs/relay"');
      expect(docs.status).toBe(200);
      expect(nowhere.status).toBe(404);
    });

    it('gives a service only variables that it reads', async () => {
      const given = await environmentOf(await run.pidOf('translate'));
      const ours = new Set([...Object.keys(process.env), ...Object.keys(place.env)]);
      const added = given.filter((name) => !ours.has(name));

      const main = builtMain('translate');
      const help = execFileSync(process.execPath, [main, '--help']).toString();

      expect(added).toContain('BOOTSTRAP_AUTH_KEY');
      const unread = added.filter((name) => !help.includes(`(${name})`));
      expect(unread).toEqual([]);
    });

    it('keeps the credentials readable for their owner only', async () => {
      const { mode } = await stat(join(place.dataDir, 'dev-credentials.json'));

      expect(mode & 0o777).toBe(0o600);
      const credentials = await credentialsOf(place);
      expect(credentials.translate.auth_key).toMatch(/^sxt_[0-9A-Za-z]{36}$/);
      expect(credentials.translate.base_url).toBe(credentials.gateway);
    });

    it('refuses a second start with the same data and names the process that runs', async () => {
      const second = new StartRun(place, ONLY);

      expect(await second.exitCode()).toBe(1);
      expect(second.output).toMatch(/npm start already runs with .*: process \d+/);
    });

    it('names a service that dies with its last log lines; the gateway answers 503 until it is back', async () => {
      process.kill(await run.pidOf('relay'), 'SIGKILL');

      await run.says(
        /relay \(process \d+\) ended with signal SIGKILL; it is started again in 1 s\. Last lines [^\n]*\n {2}\| /,
      );
      const response = await fetch(`${place.gateway}/relay/status`, {
        headers: { 'X-Trace-ID': 'e2e-trace-0001' },
      });
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('2');
      expect(await response.json()).toMatchObject({ trace_id: 'e2e-trace-0001' });
      await run.says(/relay was started again \(process \d+\)/);
      await becomes(`${place.gateway}/relay/status`, 401);
    });

    it.each(['translate', 'gateway', 'postgres'])(
      'starts %s again when it is killed',
      async (name) => {
        process.kill(await run.pidOf(name), 'SIGKILL');

        await run.says(new RegExp(`${name} was started again \\(process \\d+\\)`));
        await becomes(`http://127.0.0.1:${place.env['TRANSLATE_PORT']}/health/ready`, 200);
        await becomes(`${place.gateway}/v2/usage`, 403);
      },
    );

    it('refuses --reset while it runs', async () => {
      const reset = new StartRun(place, ['--reset', '--yes']);

      expect(await reset.exitCode()).toBe(1);
      expect(reset.output).toMatch(/npm start already runs with .*: process \d+/);
    });

    it('keeps data and keys over a kill -9, adopts PostgreSQL and stops the rest', async () => {
      const before = await credentialsOf(place);
      await query(place, 'CREATE TABLE kept AS SELECT 42 AS answer');
      const translate = await run.pidOf('translate');
      const postgres = await run.pidOf('postgres');

      await run.killGroup();
      const reset = new StartRun(place, ['--reset', '--yes']);
      expect(await reset.exitCode()).toBe(1);
      expect(reset.output).toContain(`${postgres} (postgres)`);
      await rm(join(place.dataDir, 'dev-credentials.json'));
      run = new StartRun(place, ONLY);
      await run.isStarted();

      expect(run.output).toContain(`translate (process ${translate}), stopping it.`);
      expect(run.output).toContain(`PostgreSQL (process ${postgres}), adopted with its data.`);
      expect(await query(place, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(await credentialsOf(place)).toEqual(before);
    });

    it('starts again after a kill -9 of PostgreSQL as well', async () => {
      const children = await run.children();
      await run.killGroup();
      for (const { pid } of children) process.kill(pid, 'SIGKILL');

      run = new StartRun(place, ONLY);
      await run.isStarted();

      expect(await query(place, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    });

    it('stops everything on SIGTERM', async () => {
      const children = await run.children();

      expect(await run.stop()).toBe(0);

      expect(children.map(({ role }) => role).sort()).toEqual([
        'app',
        'app',
        'gateway',
        'postgres',
      ]);
      for (const { pid } of children) expect(await stateOf(pid)).toMatch(/gone|zombie/);
    });
  });

  it('removes with --reset what it has made, and nothing else', async () => {
    const mine = join(place.dataDir, 'mine.txt');
    await writeFile(mine, 'not of npm start');
    const asked = new StartRun(place, ['--reset']);
    expect(await asked.exitCode()).toBe(1);
    expect(asked.output).toContain('There is no terminal to ask at');
    expect(existsSync(join(place.dataDir, 'postgres'))).toBe(true);

    const reset = new StartRun(place, ['--reset', '--yes']);

    expect(await reset.exitCode()).toBe(0);
    expect(await readdir(place.dataDir)).toEqual(['mine.txt']);
  });
});

/** Waits for the status of an address, at most a minute; nobody listening is none. */
async function becomes(url: string, status: number): Promise<void> {
  let seen: number | undefined;
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    seen = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (seen === status) return;
    await sleep(50);
  }
  expect(seen).toBe(status);
}

/** A zombie has ended; its new parent just has not asked for it yet. */
async function stateOf(pid: number): Promise<string> {
  try {
    return /^State:.*$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[0] ?? 'unknown';
  } catch {
    return 'gone';
  }
}

/** The names of the variables that a process was started with. */
async function environmentOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8');
  return text.split('\0').flatMap((line) => /^[^=]+/.exec(line) ?? []);
}

interface Credentials {
  readonly gateway: string;
  readonly translate: { readonly base_url: string; readonly auth_key: string };
}

async function credentialsOf({ dataDir }: Place): Promise<Credentials> {
  return JSON.parse(await readFile(join(dataDir, 'dev-credentials.json'), 'utf8')) as Credentials;
}

async function query({ dataDir, env }: Place, sql: string): Promise<unknown[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(env['PGPORT']),
    user: 'postgres',
    password: await readFile(join(dataDir, 'postgres-password'), 'utf8'),
    database: 'translate',
  });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}
