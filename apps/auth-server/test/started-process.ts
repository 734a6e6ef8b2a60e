import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { startOf } from '@sextant/platform-testing';

/** The built service in a process of its own, once it is ready. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  url: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, startOf('auth-server'), {
    // In the Redis of all tests others count the same address.
    env: { ...process.env, REDIS_URL: '', ...env },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error('The service did not start.');
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (response?.status === 200) return child;
    await setTimeout(50);
  }
  throw new Error('The service was not ready in time.');
}
