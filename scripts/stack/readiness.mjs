import { lastLines } from '../lib/children.mjs';
import { BAD_SETTINGS } from './keep-running.mjs';
import { waitUntil } from '../lib/processes.mjs';
import { say, sleep } from '../lib/progress.mjs';

/** How long the table waits for an application to answer at all; then it says that it is loading. */
const ANSWER_MS = 30_000;
/** How long it may then say "not ready": enough to warm an engine, not more than a start may take. */
const WARM_UP_MS = 8_000;

/**
 * Waits until an application is ready, or until waiting longer makes no sense.
 *
 * @param {string} url base URL
 * @param {{ hasExited(): boolean, exited: Promise<string>, logFile: string }} child
 * @param {{ isStopping(): boolean }} supervisor
 * @param {number} [answerMs]
 * @returns {Promise<string>} `ready` or what is wrong, for the start table
 */
export async function waitUntilReady(url, child, supervisor, answerMs = ANSWER_MS) {
  const startMs = performance.now();
  let firstAnswerMs;

  for (;;) {
    if (supervisor.isStopping()) return 'stopped';
    if (child.hasExited()) return endOf(await child.exited, child);

    const state = await askReadiness(url);
    const nowMs = performance.now();
    if (state?.isReady) return state.text;
    if (state !== undefined) firstAnswerMs ??= nowMs;

    if (firstAnswerMs !== undefined && nowMs - firstAnswerMs > WARM_UP_MS) {
      return state?.text ?? 'no answer';
    }
    if (firstAnswerMs === undefined && nowMs - startMs > answerMs) {
      return `loading: it has not answered yet, its log is ${child.logFile}`;
    }
    await sleep(100);
  }
}

const endOf = (ending, { logFile }) =>
  ending === BAD_SETTINGS
    ? `ended with ${ending}: its settings are no good, as its last lines say: ${logFile}`
    : `ended with ${ending}`;

/** The gateway has nothing to load. */
const GATEWAY_MS = 10_000;

/**
 * Waits until the gateway answers. Its own log must say that it listens: another program may have
 * taken the port since it was looked at, and answer in its place.
 *
 * @param {string} url
 * @param {import('../lib/children.mjs').Child} child
 * @param {number} [patienceMs]
 * @returns {Promise<string>} `ready`, or what is wrong, for the start table
 */
export async function waitUntilAnswers(url, child, patienceMs = GATEWAY_MS) {
  let isUp = false;
  await waitUntil(async () => {
    if (child.hasExited()) return true;
    isUp = lastLines(child.logFile).includes('listens on') && (await answers(url, patienceMs));
    return isUp;
  }, patienceMs);

  // The supervisor tells the last lines of one that has ended.
  if (child.hasExited()) return `ended with ${await child.exited}`;
  if (isUp) return 'ready';

  say(`${child.name} (process ${child.pid}) does not answer. Last lines of ${child.logFile}:`);
  say(lastLines(child.logFile));
  return 'no answer';
}

async function answers(url, patienceMs) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(patienceMs) })).ok;
  } catch {
    return false; // not listening yet, or stuck
  }
}

/**
 * @param {string} url base URL
 * @returns {Promise<{ isReady: boolean, text: string } | undefined>} undefined when nobody answers
 */
export async function askReadiness(url) {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) });
    const body = await response.text();
    const isReady = response.ok;
    return { isReady, text: isReady ? `ready${broken(body)}` : `not ready${reasons(body)}` };
  } catch {
    return undefined; // not listening yet
  }
}

/** How many pairs are named for each reason; the readiness of the service names all. */
const NAMED_PAIRS = 4;

/** What is installed and does not work, as translate's readiness tells it: `, but es-ca: why`. */
function broken(body) {
  try {
    const pairs = Object.values(JSON.parse(body).checks).flatMap((check) => check.broken ?? []);
    const byReason = new Map();
    for (const { name, directions = [], reason } of pairs) {
      const names = directions.length === 0 ? [name] : directions;
      byReason.set(reason, [...(byReason.get(reason) ?? []), ...names]);
    }
    const parts = [...byReason].map(([reason, names]) => `${someOf(names)}: ${reason}`);
    return parts.length === 0 ? '' : `, but ${parts.join('; ')}`;
  } catch {
    return ''; // another shape
  }
}

function someOf(names) {
  const rest = names.length - NAMED_PAIRS;
  const named = names.slice(0, NAMED_PAIRS).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
}

/** The reasons that the answer gives; a service may have another shape, then there are none to show. */
function reasons(body) {
  try {
    const { checks } = JSON.parse(body);
    const down = Object.entries(checks).filter(([, { status }]) => status !== 'up');
    return down.map(([name, { message }]) => `: ${message ?? `${name} is down`}`).join('');
  } catch {
    return '';
  }
}
