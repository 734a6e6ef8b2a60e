import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { processorSeconds, residentMib } from '../processes.mjs';

/** What a service has loaded at its start is let go by then. */
const IDLE_MS = 15_000;
const READY_MS = 120_000;
const CLOCK_TICKS = 100; // a second, on every Linux that Node runs on

/** One start of a service of a checkout. @param {string} name of its bench @param {string} root */
export async function idleFigures(name, root) {
  const { start, startIdle = start } = await import(`../pairs/${name}.mjs`);
  const server = await startIdle(root);
  try {
    await untilReady(new URL('/health/ready', server.url));
    const readyMs = (secondsUp() - startedAt(server.pid)) * 1000;
    const processorMs = processorSeconds(server.pid) * 1000;
    await pause(IDLE_MS);
    return {
      MiB: ownMib(server.pid),
      'MiB with children': residentMib(server.pid),
      'processor ms to ready': processorMs,
      'ms to ready': readyMs,
    };
  } finally {
    await server.stop();
  }
}

/** @throws {Error} with the last answer, when the service is not ready in time */
async function untilReady(url) {
  const lateMs = performance.now() + READY_MS;
  for (;;) {
    const answer = await fetch(url).catch((error) => error);
    if (answer.ok) return;
    if (performance.now() > lateMs) {
      throw new Error(`${url} is not ready after ${READY_MS / 1000} s: ${answer.status ?? answer}`);
    }
    await pause(10);
  }
}

const secondsUp = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);

/** In seconds after the machine was started. */
function startedAt(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / CLOCK_TICKS;
}

const ownMib = (pid) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
