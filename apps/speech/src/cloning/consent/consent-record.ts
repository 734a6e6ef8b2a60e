import { createHash } from 'node:crypto';

/** What is kept of a consent, as evidence. */
export interface ConsentFacts {
  readonly kind: 'granted' | 'declared' | 'revoked' | 'voice_deleted';
  readonly workspace: string;
  readonly voice_id: string;
  /** Who asked: id of a key, or of a token's client. */
  readonly actor: string;
  readonly at: string;
  readonly full_name?: string;
  /** Of the old flow, which verifies nothing. */
  readonly email?: string;
  readonly challenge_id?: string;
  readonly phrase?: string;
  readonly transcript?: string;
  readonly phrase_edits?: number;
  readonly speaker_distance?: number;
  readonly recogniser?: string;
  readonly speaker_check?: string;
  /** Hexadecimal. */
  readonly recording_sha256?: string;
  readonly sample_sha256?: string;
}

/** One link of a workspace's chain. */
export interface ConsentRecord {
  readonly sequence: number;
  /** Canonical JSON of the facts, as it was hashed. */
  readonly facts: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** What the first record of a workspace follows. */
export const FIRST_HASH = '0'.repeat(64);

/** Members in the order of their names, so that the same facts are the same text. */
export const canonical = (facts: ConsentFacts): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );

export const hashOf = (previousHash: string, facts: string): string =>
  createHash('sha256').update(`${previousHash}\n${facts}`).digest('hex');

/** Sequence of the first record that does not follow from those before it; nothing when the chain is whole. */
export function brokenLink(records: readonly ConsentRecord[]): number | undefined {
  let previous = FIRST_HASH;
  for (const { sequence, facts, previousHash, hash } of records) {
    if (previousHash !== previous || hash !== hashOf(previous, facts)) return sequence;
    previous = hash;
  }
  return undefined;
}
