import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { load } from './load.mjs';
import { paced } from './paced.mjs';
import { ROOT } from './servers.mjs';
import { ours, post, round } from './translate-requests.mjs';

const SEGMENTS = 200_000;
/** As many as one request of 128 KiB holds. */
const TEXTS = 1200;
const WORDS_PER_SECOND = 20;

/**
 * What an organization that translates a word feels of another one that looks 1,200 texts up in a memory of 200,000
 * segments, again and again.
 */
export async function memories({ url, databaseUrl }, { seconds }) {
  const memory = await importMemory(url);
  const greedy = [
    ours(
      Array.from({ length: TEXTS }, (_unused, index) => likeSegment(index)),
      'EN',
      'ES',
      {
        translation_memory_id: memory,
      },
    ),
  ];
  const word = { ...ours(['house'], 'EN', 'ES'), headers: headersOf(newOrganization(databaseUrl)) };
  const words = () => paced({ url, requests: [word], perSecond: WORDS_PER_SECOND, seconds });
  await load(url, [{ ...word }], { connections: 1, amount: 20 });
  const alone = await words();
  const beside = { connections: 1, seconds: seconds + 1 };
  const [busy, asked] = await Promise.all([words(), load(url, greedy, beside)]);
  if (asked.failures > 0) throw new Error(`${asked.failures} requests with the memory failed`);
  return [
    row('alone', alone, 0),
    row(`beside ${TEXTS} texts in ${SEGMENTS} segments`, busy, asked.requestsPerSecond * TEXTS),
  ];
}

const row = (situation, { p50Ms, p99Ms, maxMs, failures }, textsPerSecond) => ({
  "another organization's word": situation,
  'p50 ms': round(p50Ms, 1),
  'p99 ms': round(p99Ms, 1),
  'longest ms': round(maxMs, 1),
  failures,
  "the other one's texts/s": round(textsPerSecond),
});

/** How long one text takes in the index itself. */
export async function searches(sizes = [SEGMENTS, 1_000_000], count = 1000) {
  const { SegmentIndex } = await import(
    join(ROOT, 'apps/translate/dist/memories/search/segment-index.js')
  );
  const index = new SegmentIndex();
  const rows = [];
  for (const size of sizes) {
    while (index.size < size) index.put({ id: String(index.size), source: segment(index.size) });
    const times = Array.from({ length: count }, (_unused, asked) => {
      const startMs = performance.now();
      index.best(likeSegment(asked * Math.floor(size / count)), 75);
      return performance.now() - startMs;
    }).sort((a, b) => a - b);
    const at = (share) => round(times[Math.floor(count * share)], 1);
    rows.push({
      segments: size,
      'p50 ms a text': at(0.5),
      'p99 ms': at(0.99),
      'longest ms': at(1 - 1e-9),
    });
  }
  return rows;
}

function newOrganization(databaseUrl) {
  const program = join(ROOT, 'apps/translate/dist/keys.js');
  const args = [program, 'create', '--organization', 'another', '--database-url', databaseUrl];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}

const headersOf = (key) => ({
  authorization: `DeepL-Auth-Key ${key}`,
  'content-type': 'application/json',
});

async function importMemory(url) {
  const units = Array.from(
    { length: SEGMENTS },
    (_unused, index) =>
      `<tu><tuv xml:lang="en"><seg>${segment(index)}</seg></tuv>` +
      `<tuv xml:lang="es"><seg>Segmento ${index}</seg></tuv></tu>`,
  );
  const tmx = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
  const created = await post(url, '/v3/translation_memories?name=bench', tmx, 'application/xml');
  return created.translation_memory_id;
}

const SYLLABLES = ['ba', 'con', 'de', 'ful', 'ing', 'ka', 'ler', 'mo', 'ner', 'pri', 'ser', 'tion'];

/** Of 1,728 words; a few of them are used most, as in every language. */
function word(random) {
  const number = Math.floor(1728 * random ** 3);
  return [number % 12, Math.floor(number / 12) % 12, Math.floor(number / 144)]
    .map((digit) => SYLLABLES[digit])
    .join('');
}

/** Ten words that depend on the index alone. */
function segment(index) {
  let state = index + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let warm = 0; warm < 3; warm += 1) next();
  return Array.from({ length: 10 }, () => word(next())).join(' ');
}

/** The segment with one word changed. */
const likeSegment = (index) => segment(index).replace(/\S+$/, 'otherwise');
