import { createHash } from 'node:crypto';
import type { Person } from '../src/access/person.js';

/** A person whose ids follow from the name. */
export const person = (name: string): Person => ({
  user: createHash('sha256').update(name).digest('hex').slice(0, 24),
  userId: name,
  userName: `${name} of the tests`,
});

export const people = (count: number, prefix = 'person'): Person[] =>
  Array.from({ length: count }, (_unused, index) => person(`${prefix}-${index}`));
