import type { Broadcast, BroadcastMessage } from './broadcast.js';

export interface BroadcastsQuery {
  readonly user: string;
  readonly academyId: string;
  readonly limit: number;
  /** Ends after the job whose message brings all to this many: each may be of a megabyte. */
  readonly characters: number;
}

/** How many messages one sender may have: those that wait, and those created since. */
export interface BroadcastQuota {
  readonly since: Date;
  readonly most: number;
}

export abstract class BroadcastStore {
  /** @returns the one that is stored: another if its key was known; `undefined` if it would be too many */
  abstract add(job: Broadcast, quota: BroadcastQuota): Promise<Broadcast | undefined>;
  abstract find(id: string): Promise<Broadcast | undefined>;
  /** The newest first. */
  abstract list(query: BroadcastsQuery): Promise<readonly Broadcast[]>;
  /** Replaces the message of one that has not begun. @returns whether it was in time */
  abstract change(id: string, message: BroadcastMessage, now: Date): Promise<boolean>;
  /** @returns whether it was in time */
  abstract cancel(id: string, now: Date): Promise<boolean>;
  /** Takes one whose time has come, or that a crash left: it is `running` then. */
  abstract claim(now: Date, leaseUntil: Date): Promise<Broadcast | undefined>;
  /** A part is created; whoever comes first goes on after it. */
  abstract advance(id: string, done: PartDone, now: Date): Promise<void>;
  /** Unless another has claimed it since. */
  abstract done(claimed: ClaimedBroadcast, now: Date): Promise<void>;
  /** Cancels one whose sender may not send it any more, unless another has claimed it since. */
  abstract refuse(claimed: ClaimedBroadcast, now: Date): Promise<void>;
  /** Forgets those that ended before. @returns how many, at most 10,000 at once */
  abstract sweep(before: Date): Promise<number>;
}

/** A claimed job. The lease ends at `leaseUntil`; each claim sets another end, by which the claimant is known. */
export interface ClaimedBroadcast {
  readonly id: string;
  readonly leaseUntil: Date;
}

export interface PartDone {
  /** How many there are before it. */
  readonly part: number;
  readonly creation: string;
  readonly recipients: number;
  readonly reached: string;
}
