import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ApertiumEngine } from '../../src/adapters/apertium/apertium-engine.js';
import { tag, translateTexts } from '../ports.js';
import { chrf } from './chrf.js';

// Modes take up to seven seconds to start, and other processes may keep the machine busy.
jest.setTimeout(60_000);

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const sentences = read('sentences.json') as Record<string, readonly string[]>;
/** chrF2 as it was measured with the packages of Debian 12. */
const measured = read('measured.json') as Record<string, number>;

/** Newer packages choose other words now and then: this much is no regression. */
const TOLERANCE = 3;

/** The score below which a pair has become worse. */
function leastScoreOf(pair: string): number {
  const score = measured[pair];
  if (score === undefined) {
    throw new Error(
      `${pair} is not in measured.json: run this with PRINT_CHRF=1 and add its score`,
    );
  }
  return score - TOLERANCE;
}

describe('chrF2', () => {
  it('is 100 for the reference and 0 for nothing of it', () => {
    expect(chrf(['The house.'], ['The house.'])).toBeCloseTo(100);
    expect(chrf(['xyz'], ['abc'])).toBe(0);
  });

  it('counts what is missing and what is too much', () => {
    // By hand: 1-grams 2/3 and 2/2, 2-grams 1/2 and 1/1, nothing longer.
    const one = (5 * (2 / 3)) / (4 * (2 / 3) + 1);
    const two = (5 * (1 / 2)) / (4 * (1 / 2) + 1);

    expect(chrf(['abc'], ['ab'])).toBeCloseTo((100 * (one + two)) / 6);
  });
});

describe('the pairs that are installed', () => {
  const engine = new ApertiumEngine(
    { maxPipelines: 4 },
    { info: () => undefined, warn: () => undefined },
  );

  afterAll(() => engine.close());

  const installed = engine.directions().map(({ source, target }) => `${source}>${target}`);
  const hasSentences = (pair: string) =>
    pair.split('>').every((language) => sentences[language] !== undefined);

  beforeAll(() => {
    const others = installed.filter((pair) => !hasSentences(pair));
    if (others.length === 0) return;
    process.stdout.write(`not measured, for want of sentences: ${others.join(' ')}\n`);
  });

  it('have a bound only if they were measured', () => {
    expect(leastScoreOf('en>es')).toBeGreaterThan(50);
    expect(() => leastScoreOf('xx>yy')).toThrow('xx>yy is not in measured.json');
  });

  it.each(installed.filter(hasSentences))(
    '%s translates as well as it was measured',
    async (pair) => {
      const [source = '', target = ''] = pair.split('>');

      const translations = await translateTexts(
        engine,
        { source: tag(source), target: tag(target) },
        sentences[source] ?? [],
      );

      const score = chrf(translations, sentences[target] ?? []);
      if (process.env['PRINT_CHRF'] !== undefined)
        process.stdout.write(`"${pair}": ${score.toFixed(1)},\n`);
      expect(score).toBeGreaterThan(leastScoreOf(pair));
    },
  );
});
