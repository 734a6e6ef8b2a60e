import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { execFileSync } from 'node:child_process';
import { chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { StoredThings, storingPlace } from './stored-things.js';
import { StartRun, type Place } from './started-stack.js';

jest.setTimeout(400_000);

/** PostgreSQL with its tools, which npm's package of the server has not got: `PG_BIN`, or Debian's package. */
const [bin = process.env['PG_BIN']] = globSync('/usr/lib/postgresql/*/bin');
const PATH = [bin ?? '', process.env['PATH'] ?? ''].join(delimiter);
const START = join(workspaceRoot(), 'scripts/start/start.mjs');

let folder: string;
const servers: Server[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-deployment-'));
  execFileSync('chmod', ['755', folder]);
});
afterAll(() => {
  StartRun.stopAll();
  for (const server of servers) server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A block of docs/operations.md, by the comment that it begins with. */
function documented(name: string): string {
  const page = readFileSync(join(workspaceRoot(), 'docs/operations.md'), 'utf8');
  const [, block] = new RegExp(`\`\`\`sh\\n# ${name}\\n([^]*?)\`\`\``).exec(page) ?? [];
  if (block === undefined) throw new Error(`docs/operations.md has no block ${name}.`);
  return block;
}

const shell = (script: string, env: Readonly<Record<string, string>>) =>
  execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, PATH, ...env },
    encoding: 'utf8',
  });

/** A server of its own; as root, it runs as the user `postgres`. */
class Server {
  private constructor(
    readonly url: string,
    private readonly data: string,
  ) {}

  static async start(name: string): Promise<Server> {
    const [port = 0] = await freePorts(1);
    const data = join(folder, name);
    mkdirSync(data);
    if (process.getuid?.() === 0) chownSync(data, ...postgresUser());
    asPostgres('initdb', ['--auth=trust', '--username=postgres', `--pgdata=${data}`]);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data}`;
    const log = join(data, 'server.log');
    asPostgres('pg_ctl', ['start', '-w', `--pgdata=${data}`, `--log=${log}`, '-o', options]);
    const server = new Server(`postgres://postgres@127.0.0.1:${port}`, data);
    servers.push(server);
    return server;
  }

  stop(): void {
    asPostgres('pg_ctl', ['stop', '-w', '-m', 'fast', `--pgdata=${this.data}`]);
    servers.splice(servers.indexOf(this), 1);
  }
}

const postgresUser = (): [number, number] => {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return [id('-u'), id('-g')];
};

function asPostgres(program: string, args: readonly string[]): void {
  const [uid, gid] = process.getuid?.() === 0 ? postgresUser() : [undefined, undefined];
  const user = uid === undefined ? {} : { uid, gid };
  execFileSync(join(bin ?? '', program), args, { ...user, cwd: '/', stdio: 'ignore' });
}

/** The six services on a server that is not theirs; what they keep in files is in the place's folder. */
async function started(place: Place, server: Server): Promise<StartRun> {
  const database = `DATABASE_URL=${server.url}/postgres`;
  const run = new StartRun(place, [], ['env', database, 'node', START]);
  await run.isStarted();
  return run;
}

const DATABASES = ['translate', 'auth_server', 'notifications', 'speech', 'ipt_graphql'];
const FILES = ['translate', 'speech', 'ipt-graphql', 'relay', 'chain'];

(bin === undefined ? describe.skip : describe)('a deployment (needs PG_BIN)', () => {
  it('comes back from what the documented commands have kept while it ran', async () => {
    const [first, second] = [await storingPlace(), await storingPlace()];
    const [files, backup, back] = ['files', 'backup', 'back'].map((name) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    }) as [string, string, string];
    const old = await Server.start('old');
    const before = await started(first, old);
    const stored = await StoredThings.store(first);
    for (const name of FILES) {
      shell('mkdir -p "$FROM" && cp -a "$FROM" "$TO"', {
        FROM: join(first.dataDir, name),
        TO: files,
      });
    }

    // relay keeps its spool in files here: it is copied when it has ended.
    shell(documented('backup').replaceAll(' relay;', ';'), {
      ...{ POSTGRES: old.url, FILES: files, BACKUP: backup },
    });
    expect(await before.stop()).toBe(0);
    shell('cp -a "$FROM" "$TO"', { FROM: join(first.dataDir, 'relay'), TO: files });
    shell('cp -a "$FROM" "$TO"', { FROM: join(first.dataDir, 'chain'), TO: files });
    old.stop();

    const fresh = await Server.start('fresh');
    for (const name of DATABASES) {
      shell('psql --quiet --command="CREATE ROLE $NAME LOGIN" "$SERVER/postgres"', {
        ...{ NAME: name, SERVER: fresh.url },
      });
    }
    shell(documented('restore'), { POSTGRES: fresh.url, FILES: back, BACKUP: backup });
    // Secrets and what was copied when relay had ended.
    for (const name of ['dev-credentials.json', 'auth-server-bootstrap.json']) {
      shell('cp -a "$FROM" "$TO"', { FROM: join(first.dataDir, name), TO: second.dataDir });
    }
    for (const name of FILES) {
      const from = ['relay', 'chain'].includes(name) ? files : back;
      shell('cp -a "$FROM" "$TO"', { FROM: join(from, name), TO: second.dataDir });
    }
    for (const name of DATABASES) {
      const foreign = `SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tableowner <> '${name}'`;
      const count = shell('psql --tuples-only --no-align --command="$SQL" "$SERVER"', {
        ...{ SQL: foreign, SERVER: `${fresh.url}/${name}` },
      });
      expect([name, count.trim()]).toEqual([name, '0']);
    }
    const after = await started(second, fresh);

    expect(await stored.missingAt(second)).toEqual([]);
    expect(await after.stop()).toBe(0);
    rmSync(first.dataDir, { recursive: true });
    rmSync(second.dataDir, { recursive: true });
  });
});
