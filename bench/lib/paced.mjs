import { Agent, request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Sends requests evenly, each at its own time whether or not others have been answered, as senders do
 * who know nothing of each other. It runs in a thread of its own: what it measures is the server, and
 * not what else the generator does.
 *
 * @param {{ url: string, requests: object[], perSecond: number, seconds: number }} plan
 * @returns {Promise<{ sent: number, failures: number, p50Ms: number, p99Ms: number, maxMs: number }>}
 */
export function paced(plan) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: plan });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (parentPort !== null) parentPort.postMessage(await run(workerData));

async function run({ url, requests, perSecond, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const latencies = [];
  const open = [];
  let failures = 0;
  const total = perSecond * seconds;
  const startedMs = performance.now();
  for (let sent = 0; sent < total;) {
    const dueBy = Math.floor(((performance.now() - startedMs) / 1000) * perSecond);
    for (; sent <= dueBy && sent < total; sent += 1) {
      open.push(
        call(agent, url, requests[sent % requests.length]).then((ms) => {
          if (ms === undefined) failures += 1;
          else latencies.push(ms);
        }),
      );
    }
    await new Promise((go) => setTimeout(go, 1));
  }
  await Promise.all(open);
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { sent: total, failures, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: latencies.at(-1) };
}

/** @returns {Promise<number | undefined>} milliseconds until the whole answer was there */
function call(agent, url, { method, path, headers, body }) {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve(response.statusCode === 200 ? performance.now() - startedMs : undefined),
      );
    });
    outgoing.once('error', () => resolve(undefined));
    outgoing.end(body);
  });
}
