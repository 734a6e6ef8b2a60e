import { afterAll, describe } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { itKeepsWords } from './words-around.js';

const engine = new ApertiumEngine({}, { info: () => undefined, warn: () => undefined });
await engine.selfTest();
const pairs = engine.directions().map(({ source, target }) => `${source}>${target}`);

describe('every installed pair', () => {
  afterAll(() => engine.close());

  itKeepsWords(() => engine, pairs, 20);
});
