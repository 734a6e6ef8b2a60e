import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RelayProcess } from '../relay-process.js';
import { ADMIN_TOKEN, until, type Status } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const MIB = 1024 * 1024;
const PAGE = 4096;
const DISK_MIB = 24;

/** A disk of its own is a mount; only who may make one can run this. */
const canMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', tmpdir()], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
})();

let disk: string;
/** Its mounts are those of the relay: they last as long as it does. */
let mounts: ChildProcess;
let sink: Stub;
let relay: RelayProcess;
let isDown: boolean;

beforeEach(async () => {
  disk = mkdtempSync(join(tmpdir(), 'relay-disk-'));
  isDown = true;
  const mount = `mount -t tmpfs -o size=${DISK_MIB}m none ${disk} && echo mounted && exec sleep 600`;
  mounts = spawn('unshare', ['--mount', 'sh', '-c', mount], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(mounts.stdout!, 'data');
  sink = await stubServer(() => ({ status: isDown ? 503 : 200 }));
});

/** A relay on the disk. */
async function begin(more: Readonly<Record<string, string>> = {}): Promise<void> {
  relay = await RelayProcess.create(
    {
      EVENTS_SPOOL_DIR: disk,
      EVENTS_SPOOL_RESERVE_BYTES: String(4 * MIB),
      EVENTS_ADMIN_TOKEN: ADMIN_TOKEN,
      EVENTS_RETRY_MAX_SECONDS: '1',
      EVENTS_HTTP_JSON_URL: '/relay/json',
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      EVENTS_WEBHOOK_OUT_MESSAGE: '{"n":{{ .data.n }},"text":"{{ .data.text }}"}',
      ...more,
    },
    [],
    ['nsenter', `--mount=/proc/${mounts.pid}/ns/mnt`],
  );
  await relay.start();
}

async function beginAgain(signal: NodeJS.Signals, more: Readonly<Record<string, string>>) {
  await relay.end(signal);
  await begin(more);
}

afterEach(async () => {
  await relay.end('SIGKILL');
  await sink.close();
  mounts.kill('SIGKILL');
  await once(mounts, 'exit');
  rmSync(disk, { recursive: true });
});

/** The disk as the relay sees it. */
const inside = (...path: readonly string[]) => join(`/proc/${mounts.pid}/root`, disk, ...path);

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(inside());
  return bavail * bsize;
};

type Ask = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** On a new connection: the relay may be closing one that was idle. */
const ask = (path: string, init: Ask = {}): Promise<Response> =>
  fetch(relay.url + path, {
    ...init,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...init.headers, connection: 'close' },
  });

const post = (n: number): Promise<Response> =>
  ask('/relay/json', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ n, text: 'x'.repeat(20_000) }),
  });

/** Sends events until one is refused. @returns the numbers that were taken on, and the refusal */
async function fill(limit = Infinity): Promise<{ taken: number[]; refusal: Response | undefined }> {
  const taken: number[] = [];
  for (let n = 0; n < limit; n += 1) {
    const answer = await post(n);
    if (answer.status >= 300) return { taken, refusal: answer };
    await answer.arrayBuffer();
    taken.push(n);
  }
  return { taken, refusal: undefined };
}

const delivered = (): number[] => sink.calls.map(({ json }) => Number(json['n']));

const status = async (): Promise<Status> => {
  return (await (await ask('/relay/status')).json()) as Status;
};

const waiting = async (): Promise<number> =>
  (await status()).queues.reduce((sum, queue) => sum + queue.waiting, 0);

const gauge = async (name: string): Promise<number> => {
  const page = await (await ask('/metrics')).text();
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'm').exec(page)?.[1]);
};

(canMount ? describe : describe.skip)('a spool on a small disk, needs mount', () => {
  it('refuses before the disk is full, drains, and goes on', async () => {
    await begin();
    const { taken, refusal } = await fill();
    const ready = await ask('/health/ready');
    const refusing = await gauge('relay_spool_refusing');

    expect(refusal?.status).toBe(503);
    expect(await refusal?.json()).toMatchObject({ error: { code: 'not_stored' } });
    expect(taken.length).toBeGreaterThan(200);
    expect(ready.status).toBe(503);
    expect(JSON.stringify(await ready.json())).toContain('Nothing more is taken on');
    expect(refusing).toBe(1);
    // The history has given way: it writes, and counts, in batches.
    await until(async () => (await gauge('relay_history_dropped')) > 0);
    await until(() => !readdirSync(inside()).includes('history.sqlite'));
    expect(freeBytes()).toBeGreaterThan(2 * MIB);
    expect(readdirSync(inside())).toContain('spool.sqlite-reserve');

    sink.calls.length = 0;
    isDown = false;
    await until(async () => (await waiting()) === 0, 60_000);

    expect(delivered().toSorted((a, b) => a - b)).toEqual(taken);
    await until(async () => (await post(0)).ok);
    expect(await gauge('relay_spool_refusing')).toBe(0);
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('notes down what was delivered on a disk that others have filled, and takes on when they have gone', async () => {
    await begin();
    const { taken } = await fill(150);
    // The history gives way meanwhile.
    await until(async () => {
      fillWith(inside('others'));
      const { status: answer } = await post(taken.length);
      if (answer < 300) taken.push(taken.length);
      return answer === 503;
    });

    sink.calls.length = 0;
    isDown = false;
    await until(async () => (await waiting()) === 0, 60_000);

    expect(delivered().toSorted((a, b) => a - b)).toEqual(taken);
    rmSync(inside('others'));
    await until(async () => (await post(0)).ok);
    expect(readdirSync(inside())).toContain('spool.sqlite-reserve');
  });

  it('ends in time on a full disk, and begins there with what waits', async () => {
    await begin();
    const { taken } = await fill(50);
    fillWith(inside('others'));

    const startedMs = performance.now();
    await relay.end('SIGTERM');
    const seconds = (performance.now() - startedMs) / 1000;
    sink.calls.length = 0;
    isDown = false;
    await relay.start();
    await until(async () => (await waiting()) === 0, 60_000);

    expect(seconds).toBeLessThan(20);
    expect(delivered().toSorted((a, b) => a - b)).toEqual(taken);
  });

  it('begins on a full disk without a reserve as well, and delivers', async () => {
    await begin();
    const { taken } = await fill(50);
    // Without room no event can be routed any more.
    await until(async () => (await waiting()) === taken.length);
    await relay.end('SIGKILL');
    rmSync(inside('spool.sqlite-reserve'));
    fillWith(inside('others'));

    sink.calls.length = 0;
    isDown = false;
    await relay.start();
    await until(() => new Set(delivered()).size === taken.length);
    rmSync(inside('others'));
    await until(async () => (await waiting()) === 0, 60_000);

    await until(async () => (await post(0)).ok);
  });

  it('begins on a full disk with a history, which gives way', async () => {
    await begin();
    const { taken } = await fill(150);
    const recorded = async () => (await (await ask('/relay/history')).json()) as object;
    await until(async () => JSON.stringify(await recorded()).includes('"subject"'));
    await relay.end('SIGKILL');
    expect(statSync(inside('history.sqlite-wal')).size).toBeGreaterThan(MIB);
    fillWith(inside('others'));

    await relay.start();
    const left = readdirSync(inside()).filter((name) => name.startsWith('history'));

    expect(left).toEqual([]);
    expect(relay.output).not.toContain('history.not_kept');
    expect(await waiting()).toBe(taken.length);
  });

  it('delivers to the sink that is left when the other is gone, and then buries what waited for that', async () => {
    await begin(NOWHERE);
    const { taken } = await fill();
    await beginAgain('SIGKILL', {});
    const before = await status();

    sink.calls.length = 0;
    isDown = false;
    await until(async () => (await waiting()) === 0, 90_000);

    expect(before.dead_letters).toBe(0);
    expect([...new Set(delivered())].toSorted((a, b) => a - b)).toEqual(taken);
    expect((await status()).dead_letters).toBe(taken.length);
  });

  it('leaves the last of the reserve to what makes room, so that dead letters cannot stop it', async () => {
    await begin(NOWHERE);
    const { taken } = await fill();
    // All that waits for it becomes a copy, for the other needs the event as well.
    const broken = { ...NOWHERE, EVENTS_KAFKA_OUT_MESSAGE: '{{ index .data.text 99999 }}' };
    await beginAgain('SIGTERM', broken);
    await until(() => relay.output.includes('spool.settle_failed'), 60_000);
    const { dead_letters: letters } = await status();

    sink.calls.length = 0;
    isDown = false;
    await beginAgain('SIGKILL', broken);
    await until(async () => (await waiting()) === 0, 90_000);

    expect(letters).toBeGreaterThan(50);
    expect([...new Set(delivered())].toSorted((a, b) => a - b)).toEqual(taken);
    expect((await status()).dead_letters).toBe(taken.length);
  });
});

/** Kafka that does not answer, and no history that takes room of the events. */
const NOWHERE = { EVENTS_KAFKA_OUT_BROKERS: '127.0.0.1:9', EVENTS_HISTORY_DAYS: '0' };

/** To the last byte. By single bytes within a page alone: others may let go megabytes at this moment. */
function fillWith(file: string): void {
  let isFull = false;
  while (!isFull) {
    expect(isFullFor(file, 64 * 1024, Infinity)).toBe(true);
    isFull = isFullFor(file, 1, PAGE);
  }
}

/** Writes pieces of so many bytes, at most so many. @returns whether the disk was full before that */
function isFullFor(file: string, bytes: number, most: number): boolean {
  try {
    for (let n = 0; n < most; n += 1) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
    return true;
  }
}
