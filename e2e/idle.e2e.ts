import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { testDatabase, workspaceRoot } from '@sextant/platform-testing';
import { APPS, workingFolder } from './app-process.js';

/** What an idle service may hold, in MiB, and how many files it may load: a quarter above what was measured. */
const MOST: Readonly<Record<string, { readonly mib: number; readonly files: number }>> = {
  translate: { mib: 240, files: 110 },
  'auth-server': { mib: 175, files: 80 },
  notifications: { mib: 150, files: 80 },
  speech: { mib: 150, files: 95 },
  'ipt-graphql': { mib: 165, files: 135 },
  relay: { mib: 170, files: 75 },
};
const IDLE_MS = 10_000;

/** What settings ask for, or a first request: nobody does while a service is idle. */
const OPTIONAL =
  /\/node_modules\/(@aws-sdk|@azure|@smithy|ioredis|kafkajs|koffi|mediabunny|mongodb|mongoose|onnxruntime-node|pdfjs-dist|sharp|sherpa-onnx-node)\//;

/** Says at the end which files of code were loaded; what it holds itself is less than one start differs from the next. */
const COUNTER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const files = new Set();
  registerHooks({ load: (url, context, next) => (files.add(url), next(url, context)) });
  process.on('exit', () => console.error('files:' + JSON.stringify([...files].filter((url) => url.startsWith('file:')))));
`)}`;

/** As `npm start` runs it. */
function started(app: string, databaseUrl: string) {
  const file = join(workspaceRoot(), 'scripts/lib/node-flags.json');
  const flags = JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
  const main = join(workspaceRoot(), 'apps', app, 'bundle/main.js');
  return spawn(process.execPath, [...flags, '--import', COUNTER, main], {
    cwd: workingFolder,
    env: {
      ...{ PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATABASE_URL: databaseUrl },
      ...{
        KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        APERTIUM_SELF_TEST: 'false',
      },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function idle(app: string, databaseUrl: string) {
  const child = started(app, databaseUrl);
  const exited = once(child, 'exit');
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"msg":"started"')) break;
  }
  child.stdout.resume();
  await pause(IDLE_MS);
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
  child.kill('SIGTERM');
  await exited;
  return {
    mib: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
    files: JSON.parse(/files:(\[.*\])/.exec(said.join(''))?.[1] ?? '[]') as readonly string[],
  };
}

const held = new Map<string, number>();

describe.each(APPS)('%s, while nobody asks it', (app) => {
  it('holds no more memory and has loaded no more files than it may', async () => {
    const database = await testDatabase();
    try {
      const { mib, files } = await idle(app, database.url);

      process.stdout.write(`${app}: ${mib} MiB, ${files.length} files\n`);
      held.set(app, mib);
      expect(mib).toBeLessThan(MOST[app]?.mib ?? 0);
      expect(files.length).toBeGreaterThan(20);
      expect(files.length).toBeLessThan(MOST[app]?.files ?? 0);
      expect(files.filter((file) => OPTIONAL.test(file))).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});

it('hold together at most 1,000 MiB, all six', () => {
  expect([...held.keys()].sort()).toEqual([...APPS].sort());

  const together = [...held.values()].reduce((sum, mib) => sum + mib, 0);
  expect(together).toBeLessThanOrEqual(1000);
});
