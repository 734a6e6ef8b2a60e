import { RE2JS } from 're2js';

/** One condition on a label, as Alertmanager has it: `severity="critical"`, `team=~"db|web"`. */
export type Matcher = (labels: Readonly<Record<string, string>>) => boolean;

const SYNTAX = /^\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*(=~|!~|!=|=)\s*(.*?)\s*$/s;

/**
 * Parses a matcher of Alertmanager (its documentation, "Matcher"). A label that is not there is an
 * empty one; regular expressions are RE2 and match the whole value.
 *
 * @throws {Error} that says what is wrong
 */
export function parseMatcher(text: string): Matcher {
  const [, name = '', operator = '', raw = ''] = SYNTAX.exec(text) ?? [];
  if (name === '') throw new Error(`${JSON.stringify(text)} is no matcher such as severity="high"`);
  const value = unquoted(raw);
  const isEqual = equality(operator, value);
  const negative = operator.startsWith('!');
  const valueIn = (labels: Readonly<Record<string, string>>) =>
    Object.hasOwn(labels, name) ? (labels[name] ?? '') : ''; // objects know `constructor`
  return (labels) => isEqual(valueIn(labels)) !== negative;
}

function equality(operator: string, value: string): (label: string) => boolean {
  if (!operator.endsWith('~')) return (label) => label === value;
  const pattern = RE2JS.compile(value);
  return (label) => pattern.matches(label);
}

function unquoted(raw: string): string {
  if (!raw.startsWith('"')) {
    if (raw.includes('"')) throw new Error(`the value ${raw} has a quote that does not begin it`);
    return raw;
  }
  const inside = /^"((?:[^"\\]|\\.)*)"$/s.exec(raw)?.[1];
  if (inside === undefined) throw new Error(`the value ${raw} is not closed by a quote`);
  // As Alertmanager: other escapes stay, since regular expressions are full of them.
  return inside.replaceAll(/\\(["\\n])/g, (_all, character: string) =>
    character === 'n' ? '\n' : character,
  );
}
