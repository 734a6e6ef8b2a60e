import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS } from './app-process.js';
import { StoredThings, storingPlace } from './stored-things.js';
import { StartRun, type Place } from './started-stack.js';

jest.setTimeout(240_000);

let folder: string;
let first: Place;
let second: Place;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-backup-'));
  [first, second] = [await storingPlace(), await storingPlace()];
});
afterAll(async () => {
  StartRun.stopAll();
  const made = [folder, first.dataDir, second.dataDir];
  await Promise.all(made.map((path) => rm(path, { recursive: true, force: true })));
});

const npm = (...words: string[]) =>
  execFileSync('node', words, { cwd: workspaceRoot(), encoding: 'utf8' });

let before: StartRun;

describe('npm run doctor', () => {
  it('finds all six ready, of one version and with migrations that they know', async () => {
    before = new StartRun(first, []);
    await before.isStarted();

    const output = npm('scripts/doctor/doctor.mjs', '--json', '--data', first.dataDir);

    const { isWell, processes, findings } = JSON.parse(output) as {
      readonly isWell: boolean;
      readonly processes: readonly { service: string; ready: boolean; version?: string }[];
      readonly findings: readonly { check: string }[];
    };
    expect(isWell).toBe(true);
    expect(processes.map(({ service }) => service).sort()).toEqual([...APPS].sort());
    expect(processes.every(({ ready, version }) => ready && version !== undefined)).toBe(true);
    expect(findings.filter(({ check }) => check !== 'queue')).toEqual([]);
  });
});

describe('npm run backup and restore', () => {
  it('bring everything that was stored to another place', async () => {
    const file = join(folder, 'all.tar.gz');
    const stored = await StoredThings.store(first);
    expect(await before.stop()).toBe(0);

    npm('scripts/backup/backup.mjs', file, '--data', first.dataDir);
    await rm(first.dataDir, { recursive: true });
    npm('scripts/restore/restore.mjs', file, '--data', second.dataDir);

    const after = new StartRun(second, []);
    await after.isStarted();
    expect(await stored.missingAt(second)).toEqual([]);
    expect(await after.stop()).toBe(0);
  });
});
