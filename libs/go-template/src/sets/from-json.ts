import { LimitError } from '../errors.js';
import type { Budget } from '../values/limits.js';
import type { Value } from '../values/value.js';

/** Characters that cost as much as a step. */
const CHARACTERS_A_STEP = 64;
const BEFORE_VALUES = new Set('[{,:');
const DEEPER: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/**
 * A value of JSON; as Sprig, nil for what is no JSON. Each value costs a step, before anything is parsed: V8 takes
 * seconds for a text of brackets.
 *
 * @throws {LimitError} when none are left, or lists and objects nest deeper than templates may
 */
export function fromJson(text: string, budget: Budget): Value {
  budget.charge(Math.ceil(text.length / CHARACTERS_A_STEP));
  chargeValues(text, budget);
  try {
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}

function chargeValues(text: string, budget: Budget): void {
  const { depth: most } = budget.limits;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    if (sign === '"') index = endOfString(text, index);
    if (BEFORE_VALUES.has(sign)) budget.charge(1);
    depth += DEEPER[sign] ?? 0;
    if (depth > most) throw new LimitError(`JSON nested more than ${most} levels deep`);
  }
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
