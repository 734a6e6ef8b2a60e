import { describe, expect, it } from '@jest/globals';
import { parseMatcher } from './matcher.js';

describe('matchers', () => {
  const labels = { severity: 'critical', team: 'db "x"\n', empty: '' };

  it.each([
    ['severity="critical"', true],
    ['severity=critical', true],
    [' severity = "critical" ', true],
    ['severity="crit"', false],
    ['severity!="warning"', true],
    ['severity=~"crit.*|warn"', true],
    ['severity=~"crit"', false],
    ['severity!~"crit"', true],
    [String.raw`team="db \"x\"\n"`, true],
    [String.raw`severity=~"\w+\\w"`, true],
    ['missing=""', true],
    ['missing!=""', false],
    ['empty=""', true],
    ['constructor=""', true],
    ['toString=~".+"', false],
  ])('%s is %s', (text, expected) => {
    expect(parseMatcher(text)(labels)).toBe(expected);
  });

  it.each(['severity', '="x"', '1a="x"', 'a="x', 'a=x"y', 'a=~"("'])('%s is none', (text) => {
    expect(() => parseMatcher(text)).toThrow();
  });
});
