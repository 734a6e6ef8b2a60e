import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, workspaceRoot } from '@sextant/platform-testing';
import { Browser, type Visit } from '../browser.js';
import { startAuth, type RunningAuth } from '../running-auth.js';
import { signInFor } from './sign-in-for.js';

const TOOL = join(workspaceRoot(), 'scripts/kubernetes/cluster-tool.mjs');
const UNAVAILABLE = 69;

export const hasProgram = (...command: readonly string[]): boolean =>
  spawnSync('node', [TOOL, ...command]).status !== UNAVAILABLE;

export interface ProxyPlace {
  readonly ports: { readonly proxy: number; readonly auth: number; readonly app: number };
  /** For what it writes. */
  readonly folder: string;
}

interface Proxy {
  /** Name of its file. */
  readonly file: string;
  readonly configuration: (place: ProxyPlace) => string;
  /** What starts it, without leaving the foreground. */
  readonly command: (place: ProxyPlace) => readonly string[];
}

/** A real proxy that asks a real server before it lets anybody to an application. */
export class BehindProxy {
  /** What has reached the application. */
  readonly seen: IncomingHttpHeaders[] = [];

  private constructor(
    readonly origin: string,
    readonly auth: RunningAuth,
    private readonly own: {
      readonly app: Server;
      readonly folder: string;
      readonly proxy: ChildProcess;
    },
  ) {
    own.app.on('request', ({ headers, url = '' }, response) => {
      this.seen.push(headers);
      response.end(`page ${url}`);
    });
  }

  static async start({ file, configuration, command }: Proxy): Promise<BehindProxy> {
    const port = await freePort();
    const auth = await startAuth({
      env: { FORWARD_HOSTS: `127.0.0.1:${port}`, TRUSTED_PROXIES: 'loopback' },
    });
    const app = createServer().listen(0, '127.0.0.1');
    await once(app, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'forward-'));
    const ports = {
      ...{ proxy: port, auth: Number(new URL(auth.url).port) },
      app: (app.address() as AddressInfo).port,
    };
    const place = { ports, folder };
    await writeFile(join(folder, file), configuration(place));
    // In a process group of its own: the signal at the end reaches what it has started, too.
    const proxy = spawn('node', [TOOL, ...command(place)], {
      ...{ detached: true, stdio: 'ignore', env: { ...process.env, HOME: folder } },
    });
    const behind = new BehindProxy(`http://127.0.0.1:${port}`, auth, { app, folder, proxy });
    await behind.#untilItAnswers();
    return behind;
  }

  async close(): Promise<void> {
    const { app, folder, proxy } = this.own;
    if (proxy.pid !== undefined && proxy.exitCode === null) {
      process.kill(-proxy.pid, 'SIGTERM');
      await once(proxy, 'exit');
    }
    app.close();
    await this.auth.close();
    await rm(folder, { recursive: true });
  }

  /** Somebody opens a page of the application, is sent away, signs in, and comes back, with headers of their own. */
  async visit(path: string, headers: Readonly<Record<string, string>>) {
    const there = new Browser(this.origin);
    const first = await there.get(path, headers);
    const location = first.location ?? '';
    const sent =
      new URL(location, this.origin).origin === this.origin ? await there.get(location) : first;
    const back = await signInFor(new Browser(this.auth.url), new URL(sent.location ?? ''));
    const before = this.seen.length;
    const arrived: Visit = await there.get(back.href);
    const page = await there.get(arrived.location ?? '', headers);
    return { first, before, arrived, page };
  }

  /** Grace gets so many groups that the header with them is longer than proxies usually take. */
  async putGraceInManyGroups(): Promise<void> {
    await this.auth.database.query(
      `WITH many AS (
         INSERT INTO user_group (id, name, created_at, updated_at)
         SELECT gen_random_uuid(), repeat('Class ', 10) || number, now(), now()
         FROM generate_series(1, 200) AS number RETURNING id)
       INSERT INTO user_group_member (group_id, user_id)
       SELECT many.id, auth_user.id FROM many, auth_user WHERE username = 'grace'`,
    );
  }

  async #untilItAnswers(): Promise<void> {
    const { proxy } = this.own;
    for (;;) {
      if (proxy.exitCode !== null) throw new Error(`The proxy has ended with ${proxy.exitCode}.`);
      const answered = fetch(this.origin, { redirect: 'manual' }).then(() => true);
      if (await answered.catch(() => false)) return;
      await setTimeout(50);
    }
  }
}
