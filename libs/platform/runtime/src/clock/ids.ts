import { randomBytes, randomUUID } from 'node:crypto';

/** Where new identifiers come from. */
export abstract class Ids {
  abstract next(): string;
}

/** Random UUIDs (RFC 9562, version 4). */
export const randomIds: Ids = { next: () => randomUUID() };

/** The given ids in turn, then an error: a test that asks for more than it expects should fail. */
export function fixedIds(...ids: readonly string[]): Ids {
  const rest = [...ids];
  return {
    next() {
      const id = rest.shift();
      if (id === undefined) throw new Error('fixedIds: no id is left');
      return id;
    },
  };
}

/** Where unguessable bytes come from. */
export abstract class Random {
  abstract bytes(count: number): Buffer;
}

/** The operating system's cryptographic generator. */
export const secureRandom: Random = { bytes: (count) => randomBytes(count) };
