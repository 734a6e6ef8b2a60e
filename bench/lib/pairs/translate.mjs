import { load } from '../load.mjs';
import { startTranslate } from '../servers.mjs';
import { texts } from '../texts.mjs';
import { docx, translated } from '../translate-documents.mjs';
import { prepared } from '../translate-features.mjs';
import { HEADERS, KEY } from '../translate-requests.mjs';
import { flow } from '../workers.mjs';

export const project = 'translate';

const CONNECTIONS = 8;
const SAMPLE = texts(500, 200);
const DOCUMENT = docx(texts(100, 300));
const features = new WeakMap();

export const start = (root) => startTranslate(KEY, {}, root);

/** What the features need is made once a server. */
async function featuresOf(server) {
  const known = features.get(server) ?? (await prepared(server, SAMPLE));
  features.set(server, known);
  return known;
}

const NAMES = [
  'plain',
  'xml',
  'html',
  'glossary of 1,000 terms',
  'memory of 10,000 segments, no match',
  'memory of 500 segments, all match',
  'glossary and xml',
];

export function cases({ seconds }) {
  const options = { connections: CONNECTIONS, seconds };
  const ofFeature = (name) => async (server) => {
    const { requests } = (await featuresOf(server)).find((feature) => feature.name === name);
    return load(server.url, requests, options);
  };
  const read = (path) => (server) =>
    load(server.url, [{ method: 'GET', path, headers: HEADERS }], options);
  return {
    ...Object.fromEntries(NAMES.map((name) => [name, ofFeature(name)])),
    languages: read('/v2/languages'),
    usage: read('/v2/usage'),
    'docx of 10 pages': (server) =>
      flow((_state, timed) => timed(() => translated(server, DOCUMENT)), {
        connections: 1,
        seconds,
      }),
  };
}
