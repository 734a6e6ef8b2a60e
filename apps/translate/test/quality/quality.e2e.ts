import { describe, expect, it } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { chrf } from './chrf.js';
import { DEFAULTS, describePairs, isDefault, leastScoreOf } from './measured-pairs.js';

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

describe('the pairs that are measured', () => {
  it('have a bound only if they were measured', () => {
    expect(leastScoreOf('en>es')).toBeGreaterThan(50);
    expect(() => leastScoreOf('xx>yy')).toThrow('xx>yy is not in measured.json');
  });

  it('are all that npm start installs', async () => {
    const engine = new ApertiumEngine({}, { info: () => undefined, warn: () => undefined });
    const installed = engine.directions().map(({ source, target }) => `${source}>${target}`);
    await engine.close();

    expect(installed).toEqual(expect.arrayContaining(DEFAULTS));
  });
});

describePairs('the pairs that are installed', isDefault);
