import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Starts a program that outlives this script, as leader of its own process group, with its output
 * in a file.
 * @param {{ command: string, args: string[], env?: Record<string, string>, cwd?: string,
 *   logFile: string }} program
 * @returns {Promise<{ pid: number, command: string }>} its id and command line
 */
export async function startDetached({ command, args, env = {}, cwd, logFile }) {
  const log = openSync(logFile, 'w');
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
  });
  closeSync(log);

  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
  return { pid: child.pid, command: [command, ...args].join(' ') };
}
