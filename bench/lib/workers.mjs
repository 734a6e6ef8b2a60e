import { Agent, request as httpRequest } from 'node:http';

/**
 * Keeps `connections` workers busy, each doing one piece of work after the other; for flows whose
 * requests depend on the answers before, which a plain load generator cannot send.
 *
 * @param work gets the worker's own state and `timed`, which measures what counts
 * @returns pieces a second and their latencies in milliseconds
 */
export async function flow(work, { connections, seconds, prepare = async () => ({}) }) {
  const latencies = [];
  let failures = 0;
  const states = await Promise.all(Array.from({ length: connections }, prepare));
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let busyMs = 0;
  await Promise.all(
    states.map(async (state) => {
      while (performance.now() < endMs) {
        const timed = async (piece) => {
          const beforeMs = performance.now();
          const result = await piece();
          const ms = performance.now() - beforeMs;
          latencies.push(ms);
          busyMs += ms;
          return result;
        };
        const isOk = await work(state, timed);
        if (!isOk) failures += 1;
      }
    }),
  );
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  const elapsed = (performance.now() - startedMs) / 1000;
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
    busyMs,
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** One request over a kept connection; redirects are answers. */
export function send(url, { method = 'GET', headers = {}, form } = {}) {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const all = {
    ...headers,
    ...(body === undefined
      ? {}
      : {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        }),
  };
  return new Promise((resolve, reject) => {
    httpRequest(url, { method, headers: all, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    })
      .on('error', reject)
      .end(body);
  });
}
