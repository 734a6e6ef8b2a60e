import { Injectable } from '@nestjs/common';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { CONSENT_ERRORS } from './consent-errors.js';
import { drawWords, phraseOf } from '../../recognition/consent-phrase.js';

/** A phrase that a speaker is asked to read aloud. */
export interface ConsentChallenge {
  readonly id: string;
  readonly workspace: string;
  /** As the caller wrote it; not heard by any recogniser, so it is kept and not scored. */
  readonly fullName: string;
  readonly words: readonly string[];
  readonly phrase: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Set by the first creation of a voice that reaches verification, whatever comes of it. */
  readonly usedAt?: Date | undefined;
}

export abstract class ChallengeStore {
  abstract insert(challenge: ConsentChallenge): Promise<void>;
  /** Nothing for another workspace's. */
  abstract find(workspace: string, id: string): Promise<ConsentChallenge | undefined>;
  /** Marks it as used; false when somebody else was first, or it has expired. Atomic. */
  abstract use(workspace: string, id: string, at: Date): Promise<boolean>;
}

/** Fifteen minutes: to find a quiet place, and to read (our choice). */
const TTL_MS = 15 * 60_000;

/** Gives out challenges and takes each back once. */
@Injectable()
export class Challenges {
  constructor(
    private readonly store: ChallengeStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  async issue(workspace: string, fullName: string): Promise<ConsentChallenge> {
    const nowMs = this.clock.nowMs();
    const words = drawWords(this.random);
    const challenge: ConsentChallenge = {
      id: this.ids.next(),
      workspace,
      fullName,
      words,
      phrase: phraseOf(words),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + TTL_MS),
    };
    await this.store.insert(challenge);
    return challenge;
  }

  /** @throws {Problem} `consent_challenge_not_found`, also for one of another workspace */
  async get(workspace: string, id: string): Promise<ConsentChallenge> {
    const challenge = await this.store.find(workspace, id);
    if (challenge === undefined) throw CONSENT_ERRORS.challengeNotFound();
    return challenge;
  }

  /** @throws {Problem} 404 for an unknown one, 409 for one that is used or has expired; nothing is changed then */
  async requireUsable(workspace: string, id: string): Promise<ConsentChallenge> {
    const challenge = await this.get(workspace, id);
    if (challenge.usedAt !== undefined) throw CONSENT_ERRORS.challengeUsed();
    if (challenge.expiresAt.getTime() <= this.clock.nowMs()) {
      throw CONSENT_ERRORS.challengeExpired();
    }
    return challenge;
  }

  /** Takes it for good. @throws {Problem} as `requireUsable` */
  async use(workspace: string, id: string): Promise<ConsentChallenge> {
    const challenge = await this.requireUsable(workspace, id);
    const isMine = await this.store.use(workspace, id, new Date(this.clock.nowMs()));
    if (isMine) return challenge;
    // Used by another, or expired since it was looked at: the second look tells which.
    await this.requireUsable(workspace, id);
    throw CONSENT_ERRORS.challengeUsed();
  }
}
