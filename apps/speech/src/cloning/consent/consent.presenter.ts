import type { ConsentChallenge } from './challenge.js';
import type { ChallengeDto, ConsentRecordDto } from './consent.dto.js';
import type { ConsentRecord } from './consent-record.js';

export const presentChallenge = (challenge: ConsentChallenge): ChallengeDto => ({
  id: challenge.id,
  phrase: challenge.phrase,
  full_name: challenge.fullName,
  locale: 'en-US',
  expires_at: challenge.expiresAt.toISOString(),
});

export const presentConsent = (record: ConsentRecord): ConsentRecordDto => ({
  sequence: record.sequence,
  facts: JSON.parse(record.facts) as object,
  previous_hash: record.previousHash,
  hash: record.hash,
});
