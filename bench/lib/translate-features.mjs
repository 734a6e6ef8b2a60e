import { load, median } from './load.mjs';
import { ours, post, round } from './translate-requests.mjs';

const CONNECTIONS = 8;

/** Characters a second of what the caller sees: plain texts, then the same with one feature each. */
export async function features(translate, sample, { seconds, rounds }) {
  const cases = await prepared(translate, sample);
  const speeds = new Map(cases.map(({ name }) => [name, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const { name, requests, characters } of cases) {
      const run = await load(translate.url, requests, { connections: CONNECTIONS, seconds });
      if (run.failures > 0) throw new Error(`${name}: ${run.failures} requests failed`);
      speeds.get(name).push(run.requestsPerSecond * characters);
    }
  }
  const plain = median(speeds.get('plain'));
  return cases.map(({ name }) => ({
    feature: name,
    'characters/s': round(median(speeds.get(name))),
    'of plain': `${round((median(speeds.get(name)) / plain) * 100)} %`,
  }));
}

/** Plain texts, then the same with one feature each; what they need is made first. */
export async function prepared(translate, sample) {
  const characters = sample[0].length;
  const of = (name, texts, parameters) => ({
    name,
    characters,
    requests: texts.map((text) => ours([text], 'EN', 'ES', parameters)),
  });
  const tagged = sample.map((text) =>
    text.replaceAll(/\b(house|government|train|doctor)\b/g, '<b>$1</b>'),
  );
  return [
    of('plain', sample),
    of('xml', tagged, { tag_handling: 'xml' }),
    of('html', tagged, { tag_handling: 'html' }),
    of('glossary of 1,000 terms', sample, { glossary_id: await glossary(translate) }),
    of('memory of 10,000 segments, no match', sample, {
      translation_memory_id: await memory(
        translate,
        10_000,
        ({ index }) => `Invented ${index} words of nothing`,
      ),
    }),
    of('memory of 500 segments, all match', sample, {
      translation_memory_id: await memory(translate, sample.length, ({ index }) => sample[index]),
    }),
    of('glossary and xml', tagged, { glossary_id: await glossary(translate), tag_handling: 'xml' }),
  ];
}

async function glossary({ url }) {
  const words = Array.from(
    { length: 997 },
    (_unused, index) => `invented${index}\tinventado${index}`,
  );
  const real = ['government\tadministración', 'house\thogar', 'train\tferrocarril'];
  const body = {
    name: 'bench',
    source_lang: 'en',
    target_lang: 'es',
    entries: [...real, ...words].join('\n'),
  };
  return (await post(url, '/v2/glossaries', body)).glossary_id;
}

async function memory({ url }, count, sourceOf) {
  const units = Array.from(
    { length: count },
    (_unused, index) =>
      `<tu><tuv xml:lang="en"><seg>${sourceOf({ index })}</seg></tuv>` +
      `<tuv xml:lang="es"><seg>Segmento ${index}</seg></tuv></tu>`,
  );
  const tmx = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
  const created = await post(url, '/v3/translation_memories?name=bench', tmx, 'application/xml');
  return created.translation_memory_id;
}
