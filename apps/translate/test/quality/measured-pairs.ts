import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { tag, translateTexts } from '../ports.js';
import { chrf } from './chrf.js';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const sentences = read('sentences.json') as Record<string, readonly string[]>;
/** chrF2 as it was measured with the packages of Debian 12. */
const measured = read('measured.json') as Record<string, number>;

/** Newer packages choose other words now and then: this much is no regression. */
const TOLERANCE = 3;

/** The score below which a pair has become worse. */
export function leastScoreOf(pair: string): number {
  const score = measured[pair];
  if (score === undefined) {
    throw new Error(
      `${pair} is not in measured.json: run this with PRINT_CHRF=1 and add its score`,
    );
  }
  return score - TOLERANCE;
}

/**
 * The quality of those of the installed pairs that are chosen: `en>es`.
 *
 * @param isChosen not asked for a pair of a language that has no sentences here
 */
export function describePairs(title: string, isChosen: (pair: string) => boolean): void {
  // Modes take up to seven seconds to start, and other processes may keep the machine busy.

  describe(title, () => {
    const engine = new ApertiumEngine(
      { maxPipelines: 4 },
      { info: () => undefined, warn: () => undefined },
    );

    afterAll(() => engine.close());

    const installed = engine.directions().map(({ source, target }) => `${source}>${target}`);
    const hasSentences = (pair: string) =>
      pair.split('>').every((language) => sentences[language] !== undefined);
    const others = installed.filter((pair) => !hasSentences(pair));
    if (others.length > 0) {
      process.stdout.write(`not measured, for want of sentences: ${others.join(' ')}\n`);
    }

    it.each(installed.filter((pair) => hasSentences(pair) && isChosen(pair)))(
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
}

/** The pairs that npm start installs. */
export const DEFAULTS = 'en>es es>en es>pt pt>es es>ca ca>es fr>es es>fr'.split(' ');

export const isDefault = (pair: string): boolean => DEFAULTS.includes(pair);
