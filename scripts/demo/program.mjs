import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/**
 * Starts a program and waits until it is ready.
 *
 * @param {{ name: string, command: string, args: string[], env?: Record<string, string>, cwd?: string,
 *   isReady: () => Promise<boolean> }} wish
 */
export async function startProgram({ name, command, args, env = {}, cwd, isReady }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const failed = once(child, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined); // said below, if it comes before the program is ready

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([exited, pause(10_000)]);
    child.kill('SIGKILL');
  };
  const lateMs = performance.now() + PATIENCE_MS;
  while (!(await Promise.race([isReady(), failed]))) {
    if (child.exitCode !== null || performance.now() > lateMs) {
      await stop();
      throw new Error(`${name} does not start:\n${output.slice(-2000)}`);
    }
    await pause(50);
  }
  return { stop, output: () => output };
}
