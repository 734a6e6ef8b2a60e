import { builtMain, workspaceRoot } from '@sextant/platform-testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const APPS = [
  'translate',
  'auth-server',
  'notifications',
  'speech',
  'ipt-graphql',
  'relay',
] as const;

/** What apps want beyond a database; those that do not read it do not mind. */
const REQUIRED = {
  HOST: '127.0.0.1',
  PORT: '0',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};

/** Below it services keep their data: those in the project's are of `npm start`. */
export const workingFolder: string = mkdtempSync(join(tmpdir(), 'sextant-e2e-'));

/** Runs a built app, on the Node of the tests unless another is named. */
export function launchApp(
  app: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const { node, ...variables } = env;
  // An older Node is given what whoever starts a service by hand has.
  const main =
    node === undefined ? builtMain(app) : join(workspaceRoot(), 'apps', app, 'dist', 'main.js');
  return spawn(node ?? process.execPath, [main, ...args], {
    cwd: workingFolder,
    env: { ...process.env, ...REQUIRED, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Waits for the end of a program. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
