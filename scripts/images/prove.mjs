import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

import { sleep } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { run } from './buildah.mjs';
import { firstRequest } from './first-requests.mjs';
import { environmentOf, podOf, startPod } from './pod.mjs';

/** As the startup probe: 60 times 2 seconds. */
const READY_MS = 120_000;

/**
 * Starts an image as its manifest has it, waits until it is ready, asks it the README's first request, and stops it.
 *
 * @param {string} image
 * @param {string} service
 * @param {{ databaseUrl: string, redisUrl?: string }} servers
 * @returns {Promise<{ readyMs: number, stopMs: number, residentMib: number }>}
 * @throws {StartError} that says which of these did not happen
 */
export async function prove(image, service, servers) {
  const pod = podOf(service);
  const container = run('buildah', ['from', '--pull-never', image]).trim();
  try {
    const root = run('buildah', ['mount', container]).trim();
    const { OCIv1 } = JSON.parse(run('buildah', ['inspect', '--type', 'image', image]));
    const port = await freePort();
    const request = await firstRequest(service, servers);
    try {
      const env = environmentOf(pod, { ...request.env, PORT: String(port) });
      const { writable } = pod;
      const program = startPod({ root, config: OCIv1.config, writable, env, files: request.files });
      return await watch({ service, program, pod, request, origin: `http://127.0.0.1:${port}` });
    } finally {
      await request.close();
    }
  } finally {
    run('buildah', ['umount', container]);
    run('buildah', ['rm', container]);
  }
}

async function watch({ service, program, pod, request, origin }) {
  const { child, output } = program;
  const exited = once(child, 'exit');
  const fail = (what) => new StartError(`${service} ${what}:\n${output().slice(-3000)}`);
  try {
    const startMs = performance.now();
    while (!(await isReady(origin))) {
      if (child.exitCode !== null) throw fail('ended before it was ready');
      if (performance.now() - startMs > READY_MS) throw fail('was not ready in time');
      await sleep(100);
    }
    const readyMs = performance.now() - startMs;
    const said = await request.ask(origin);
    if (!request.expected.test(said)) throw fail(`answered ${said.slice(0, 500)}`);

    const residentMib = residentOf(child.pid);
    if (residentMib > pod.limitMib) throw fail(`takes ${residentMib} MiB, more than its limit`);
    const stopMs = await stopIn(child, exited, pod.graceSeconds * 1000);
    if (stopMs === undefined) throw fail(`did not end within ${pod.graceSeconds} s of SIGTERM`);
    if (child.exitCode !== 0) throw fail(`ended with ${child.exitCode ?? child.signalCode}`);
    return { readyMs, stopMs, residentMib, requestMib: pod.requestMib };
  } finally {
    child.kill('SIGKILL');
  }
}

const isReady = (origin) =>
  fetch(`${origin}/health/ready`).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );

async function stopIn(child, exited, graceMs) {
  const startMs = performance.now();
  child.kill('SIGTERM');
  const late = sleep(graceMs).then(() => 'late');
  if ((await Promise.race([exited, late])) === 'late') return undefined;
  return performance.now() - startMs;
}

const residentOf = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
