import { isIP } from 'node:net';
import { connect } from 'node:tls';

import { readMetrics } from './metrics.mjs';

/** A service that hangs must not make the doctor hang. */
const ANSWER_MS = 10_000;
/** Nor one that never ends make it take all memory. */
const ANSWER_BYTES = 16 * 2 ** 20;
const MOST_PARTS = 20;

/**
 * A process to look at.
 *
 * @typedef {object} Target
 * @property {string} service
 * @property {string} instance how it is told from its replicas
 * @property {string} url of its own port
 *
 * @typedef {object} Facts
 * @property {Target} target
 * @property {string} [unreachable] why it does not answer at all
 * @property {boolean} isLive
 * @property {{ ready: boolean, status: string, parts: { name: string, message: string }[] }} readiness parts that are down
 * @property {import('./metrics.mjs').Sample[]} metrics
 * @property {string} [unread] why its metrics could not be read
 * @property {number} [aheadSeconds] how far its clock is ahead of ours at least; 0 within what `Date` can tell
 * @property {number} [certificateDays] until its certificate ends
 */

/**
 * Asks one process how it is. Never throws for what the process does.
 *
 * @param {Target} target
 * @returns {Promise<Facts>}
 */
export async function lookAt(target) {
  const base = target.url.replace(/\/$/, '');
  const certificate = base.startsWith('https:') ? await certificateOf(base) : {};
  const live = await ask(`${base}/health/live`);
  if (live.unreachable !== undefined) {
    return { target, ...nothing, ...certificate, unreachable: live.unreachable };
  }
  const [ready, metrics] = [await ask(`${base}/health/ready`), await ask(`${base}/metrics`)];
  return {
    target,
    ...certificate,
    isLive: live.status === 200,
    readiness: readinessOf(ready),
    metrics: metrics.status === 200 ? readMetrics(metrics.text) : [],
    ...(metrics.status === 200
      ? {}
      : { unread: metrics.unreachable ?? `status ${metrics.status}` }),
    aheadSeconds: live.aheadSeconds,
  };
}

const nothing = {
  isLive: false,
  readiness: { ready: false, status: 'unknown', parts: [] },
  metrics: [],
};

async function ask(url) {
  const askedMs = Date.now();
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const aheadSeconds = aheadOf(response, askedMs); // now: the rest may be slow
    return { status: response.status, text: await textOf(response), aheadSeconds };
  } catch (error) {
    return { unreachable: error.cause?.code ?? error.cause?.message ?? error.message };
  }
}

async function textOf(response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new Error(`it answers more than ${ANSWER_BYTES / 2 ** 20} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** `Date` has whole seconds, cut off: the clock is somewhere between it and a second later. */
function aheadOf(response, askedMs) {
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return undefined;
  const now = Date.now();
  if (dateMs > now) return (dateMs - now) / 1000;
  if (dateMs + 1000 < askedMs) return (dateMs + 1000 - askedMs) / 1000;
  return 0;
}

/** The shapes of all services: `checks` with a status each, or members of their own beside `status`. */
function readinessOf({ status, text = '', unreachable }) {
  const body = parsed(text);
  const parts = Object.entries(body.checks ?? {})
    .filter(([, check]) => check?.status === 'down')
    .slice(0, MOST_PARTS)
    .map(([name, { message = 'down' }]) => ({ name, message }));
  if (body.database === 'down') parts.push({ name: 'database', message: 'down' });
  const said = typeof body.status === 'string' ? body.status : `status ${status}`;
  // Whoever answers 200 to everything says no status.
  const isReady = status === 200 && typeof body.status === 'string';
  return { ready: isReady, status: unreachable ?? said, parts };
}

function parsed(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Shown by whoever answers, trusted or not: whether it is trusted shows when it is asked. */
function certificateOf(url) {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, ''); // of an IPv6 address
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || 443), servername: isIP(host) === 0 ? host : '' },
      rejectUnauthorized: false,
      timeout: ANSWER_MS,
    });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => {
      const endMs = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(endMs) ? {} : { certificateDays: daysUntil(endMs) });
    });
    socket.once('error', () => end({}));
    socket.once('timeout', () => end({}));
  });
}

/** @param {number} ms since 1970 */
export const daysUntil = (ms) => Math.floor((ms - Date.now()) / 86_400_000);
