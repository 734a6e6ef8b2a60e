import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system gives to whoever names none (Linux from 32768 on), above those of known services. */
const FIRST = 12_000;
/** Of each worker of Jest: no other one takes a port between this and its use. */
const OF_WORKER = 1_500;
const WORKERS = 10;

const key = Symbol.for('sextant-test-ports');
/** How many were given, by all test files of a process. A process that comes after another begins elsewhere. */
const given = ((globalThis as { [key]?: { count: number } })[key] ??= {
  count: Math.floor(Math.random() * OF_WORKER),
});

/** A port that nobody listens at, and that no other test is given. */
export async function freePort(): Promise<number> {
  const worker = (Number(process.env['JEST_WORKER_ID'] ?? 0) || 0) % WORKERS;
  for (;;) {
    given.count += 1;
    const port = FIRST + worker * OF_WORKER + (given.count % OF_WORKER);
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port))) return port;
  }
}

/** @param count how many */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

async function isFree(port: number, host?: string): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    await once(server.close(), 'close');
    return true;
  } catch {
    return false; // somebody listens there
  }
}
