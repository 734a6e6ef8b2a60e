import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './load.mjs';
import { paced } from './paced.mjs';
import { ROOT } from './servers.mjs';
import { texts } from './texts.mjs';
import { ours, round } from './translate-requests.mjs';

/** A request holds 128 KiB. */
const LARGE = 110_000;
const CONNECTIONS = 8;
const SENTENCES_PER_SECOND = 4;
const READINESS_PER_SECOND = 2;
const SLOW_BYTES_PER_SECOND = 50_000;
const SLOW_FILE_BYTES = 4_000_000;

const prose = () =>
  texts(LARGE / 1000, 1000)
    .join(' ')
    .slice(0, LARGE);
const elements = () => `<d>${'<b>word</b> '.repeat(Math.floor(LARGE / 12) - 1)}</d>`;

/** What nine organizations do at a time, each on eight connections. */
const NEIGHBOURS = [
  ...Array.from({ length: 4 }, () => ({ text: prose() })),
  ...Array.from({ length: 2 }, () => ({ text: elements(), options: { tag_handling: 'xml' } })),
  { text: '{%'.repeat(LARGE / 2) },
  // A line end takes two characters in JSON.
  { text: 'word\n'.repeat(LARGE / 6) },
  { uploads: true },
];

/**
 * What an organization that translates a sentence feels of nine others that send as much as they may: prose, elements,
 * placeholders and lines of 110 KB on eight connections each, and files on a slow line; and whether readiness answers.
 */
export async function neighbours({ url, databaseUrl }, { seconds }) {
  const stranger = { ...ours(['The house is big.'], 'EN', 'ES'), ...as(newKey(databaseUrl, 'me')) };
  const ready = { method: 'GET', path: '/health/ready', headers: {} };
  const measured = async () => {
    const [sentences, readiness] = await Promise.all([
      paced({ url, requests: [stranger], perSecond: SENTENCES_PER_SECOND, seconds }),
      paced({ url, requests: [ready], perSecond: READINESS_PER_SECOND, seconds }),
    ]);
    return { sentences, readiness };
  };
  await load(url, [stranger], { connections: 1, amount: 20 });
  const alone = await measured();
  const stop = new AbortController();
  const busy = NEIGHBOURS.map((neighbour, at) =>
    keepBusy(url, newKey(databaseUrl, `neighbour-${at}`), {
      neighbour,
      seconds,
      stop: stop.signal,
    }),
  );
  await sleep(3000);
  const beside = await measured();
  stop.abort();
  await Promise.allSettled(busy);
  return [
    row('alone', alone),
    row(`beside ${NEIGHBOURS.length} that send as much as they may`, beside),
  ];
}

const row = (situation, { sentences, readiness }) => ({
  "a stranger's sentence": situation,
  'p50 ms': round(sentences.p50Ms, 1),
  'p99 ms': round(sentences.p99Ms, 1),
  'longest ms': round(sentences.maxMs, 1),
  failures: sentences.failures,
  'readiness p99 ms': round(readiness.p99Ms, 1),
  'readiness failures': readiness.failures,
});

function newKey(databaseUrl, organization) {
  const program = join(ROOT, 'apps/translate/dist/keys.js');
  const args = [program, 'create', '--organization', organization, '--database-url', databaseUrl];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}

const as = (key) => ({
  headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': 'application/json' },
});

async function keepBusy(url, key, { neighbour, seconds, stop }) {
  if (neighbour.uploads) {
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (!stop.aborted) await slowUpload(url, key, stop);
      }),
    );
    return;
  }
  const { text, options } = neighbour;
  const requests = [{ ...ours([text], 'EN', 'ES', options), ...as(key) }];
  await load(url, requests, { connections: CONNECTIONS, seconds: seconds + 3 });
}

/** A file that comes as a school's line brings it. */
function slowUpload(url, key, stop) {
  return new Promise((resolve) => {
    const outgoing = request(`${url}/v2/document`, {
      method: 'POST',
      headers: {
        ...as(key).headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': SLOW_FILE_BYTES,
      },
    });
    const timer = setInterval(() => outgoing.write(Buffer.alloc(SLOW_BYTES_PER_SECOND, 'a')), 1000);
    const end = () => {
      clearInterval(timer);
      outgoing.destroy();
      resolve();
    };
    outgoing.once('response', end).once('error', end);
    stop.addEventListener('abort', end, { once: true });
    outgoing.write(
      '--x\r\nContent-Disposition: form-data; name="target_lang"\r\n\r\nES\r\n--x\r\n' +
        'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    );
  });
}
