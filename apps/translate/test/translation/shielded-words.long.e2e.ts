import { afterAll, describe } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { itKeepsArticles } from './articles-around.js';
import { itKeepsWords } from './words-around.js';

/** Its `w` becomes `we` before some letters, which a tag hides. No word is lost. */
const SPELT_OTHERWISE = ['pl>szl'];

const engine = new ApertiumEngine(
  { maxPipelines: 8 },
  { info: () => undefined, warn: () => undefined },
);
const pairs = engine
  .directions()
  .map(({ source, target }) => `${source}>${target}`)
  .filter((pair) => !SPELT_OTHERWISE.includes(pair));

describe('every installed pair', () => {
  afterAll(() => engine.close());

  itKeepsWords(() => engine, pairs, 10);
  itKeepsArticles(() => engine, pairs, 20);
});
