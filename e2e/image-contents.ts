import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { testDatabase, workspaceRoot } from '@sextant/platform-testing';
import { serviceFolder } from './image-folder.js';

/** What an image holds may take, in MB; the services' own engines of Debian come on top. */
const MOST_MEGABYTES: Readonly<Record<string, number>> = {
  translate: 185,
  'auth-server': 27,
  notifications: 27,
  speech: 135,
  'ipt-graphql': 105,
  relay: 24,
};

/** One thing that needs most of what a service brings. */
const FIRST_PATHS: Readonly<Record<string, readonly string[]>> = {
  translate: ['/translate', '/v2/languages'],
  'auth-server': ['/.well-known/openid-configuration', '/admin/console'],
  notifications: ['/inbox'],
  speech: ['/speech/studio', '/v1/voices/george'],
  'ipt-graphql': ['/graphql?query={__typename}'],
  relay: ['/metrics'],
};

async function started(root: string, app: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: join(root, 'apps', app),
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (!line.startsWith('{')) continue;
    const { msg, url } = JSON.parse(line) as { msg: string; url: string };
    if (msg !== 'started') continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`${app} ended before it had started:\n${output.slice(-3000)}`);
}

async function stopped(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Megabytes on disk. */
const sizeOf = (folder: string): number =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);

/** Lays a built service out as its image has it, starts it from that, asks it and stops it. */
export const describeImages = (apps: readonly string[]): void =>
  describe.each(apps)('what the image of %s holds', (app) => {
    it('is small, starts, answers and ends with 0', async () => {
      // Beside the workspace, so that files are linked and not copied.
      const parent = join(workspaceRoot(), '.data');
      mkdirSync(parent, { recursive: true });
      const root = mkdtempSync(join(parent, 'image-'));
      const databases: Awaited<ReturnType<typeof testDatabase>>[] = [];
      try {
        serviceFolder(root, app);
        const megabytes = sizeOf(root);
        // Laying out takes longer than an unused server waits for somebody.
        const database = await testDatabase();
        databases.push(database);
        const { child, url } = await started(root, app, {
          DATABASE_URL: database.url,
          KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        });
        const statuses = await Promise.all(
          ['/health/live', '/docs', `/docs/${app}/openapi.json`, ...(FIRST_PATHS[app] ?? [])].map(
            async (path) => [path, (await fetch(url + path)).status] as const,
          ),
        );
        const code = await stopped(child);

        process.stdout.write(`${app}: ${megabytes} MB\n`);
        expect(statuses.filter(([, status]) => status >= 500 || status === 404)).toEqual([]);
        expect(code).toBe(0);
        expect(megabytes).toBeLessThan(MOST_MEGABYTES[app] ?? 0);
        expect(existsSync(join(root, 'node_modules/typescript'))).toBe(false);
        expect(existsSync(join(root, 'node_modules/jest'))).toBe(false);
      } finally {
        await Promise.all(databases.map((database) => database.drop()));
        rmSync(root, { recursive: true, force: true });
      }
    });
  });
