import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findFreePorts } from '../services/network.mjs';
import { sleep } from '../lib/progress.mjs';
import { projectDir as thisProject, services } from '../lib/project.mjs';

const PATIENCE_MS = 180_000;

/**
 * `npm start` as a process of its own on free ports, for long tests. What it says goes to a file, as
 * under a process manager.
 *
 * @param {string} dataDir
 * @param {object} [options]
 * @param {string[]} [options.flags]
 * @param {string} [options.node]
 * @param {string} [options.projectDir] another clone
 * @param {{ uid: number, gid: number, env: NodeJS.ProcessEnv }} [options.user]
 */
export async function runStack(dataDir, options = {}) {
  const { flags = [], node = process.execPath, projectDir = thisProject, user } = options;
  const variables = [...services.map(({ portVariable }) => portVariable), 'PGPORT', 'CHAIN_PORT'];
  const count = variables.length + 1;
  const search = { count, folder: dataDir, taken: new Set() };
  const first = await findFreePorts(search);
  const ports = Object.fromEntries(variables.map((name, index) => [name, first + 1 + index]));
  const outputFile = join(dataDir, 'npm-start.txt');
  mkdirSync(dataDir, { recursive: true });
  if (user !== undefined) chownSync(dataDir, user.uid, user.gid);

  const output = openSync(outputFile, 'a');
  const script = join(projectDir, 'scripts', 'start', 'start.mjs');
  const words = [script, '--data', dataDir, '--port', String(first), '--no-models', ...flags];
  const child = spawn(node, words, {
    cwd: projectDir,
    stdio: ['ignore', output, output],
    uid: user?.uid,
    gid: user?.gid,
    env: { ...process.env, DATABASE_URL: '', ...ports, ...user?.env },
  });
  closeSync(output);
  const ended = once(child, 'exit').then(([code]) => code);

  const said = () => readFileSync(outputFile, 'utf8');
  const credentials = () => JSON.parse(readFileSync(join(dataDir, 'dev-credentials.json'), 'utf8'));
  return {
    gateway: `http://127.0.0.1:${first}`,
    urlOf: (name) =>
      `http://127.0.0.1:${ports[services.find((service) => service.name === name).portVariable]}`,
    said,
    credentials,
    hasEnded: () => child.exitCode !== null,
    children: () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).children,
    isStarted: () =>
      until(
        () => {
          if (child.exitCode !== null) throw new Error(`npm start ended:\n${said()}`);
          return said().includes('Credentials for development');
        },
        () => `npm start is not done:\n${said()}`,
      ),
    /** @returns {Promise<number>} exit code */
    async stop() {
      child.kill('SIGTERM');
      return await ended;
    },
    /** Its exit code. */
    ended,
  };
}

/**
 * @param {() => unknown} condition
 * @param {() => string} complaint
 */
export async function until(condition, complaint) {
  const lateMs = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > lateMs) throw new Error(complaint());
    await sleep(200);
  }
}

/** @returns {Promise<number | undefined>} undefined when nobody answers */
export async function statusOf(url, options) {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(15_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}
