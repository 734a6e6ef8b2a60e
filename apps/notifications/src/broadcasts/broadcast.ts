import type { Person } from '../notifications/notification.js';

/** Whom a message to many is for, within one academy. */
export type Audience =
  | { readonly kind: 'class'; readonly classId: string }
  | { readonly kind: 'year'; readonly year: string }
  | { readonly kind: 'academy' };

/** A class as its newest news has it. */
export interface SchoolClass {
  readonly academyId: string;
  readonly classId: string;
  /** Such as a grade; of several classes. */
  readonly year?: string;
  /** Grows with every change of the class: older news is passed over. */
  readonly version: number;
  readonly students: readonly Person[];
  readonly teachers: readonly Person[];
}

/** What a message says in another language. */
export interface Translation {
  readonly title: string;
  readonly description: string;
}

/** By language, such as `es`. */
export type Translations = Readonly<Record<string, Translation>>;

export interface AudienceMessage {
  readonly audience: Audience;
  readonly title: string;
  readonly description: string;
  readonly category?: string;
  readonly isUrgent?: true;
  /** For those whose account names another language; the rest gets the message as it is. */
  readonly translations?: Translations;
  /** Of somebody who reaches only the classes that he or she teaches: also when it goes. */
  readonly isTeachers?: true;
  /** When it goes; at once if it is past. */
  readonly sendAt: Date;
}

export type JobState = 'scheduled' | 'running' | 'done' | 'cancelled';

/** A message to an audience, on its way. */
export interface AudienceJob {
  readonly id: string;
  /** The same for the same request: a second job with it is none. */
  readonly key: string;
  readonly academyId: string;
  readonly sender: Person;
  readonly message: AudienceMessage;
  readonly state: JobState;
  /** One for each part that is done, in order. */
  readonly creations: readonly string[];
  /** The last user whom it has reached: it goes by the order of users. */
  readonly reached?: string;
  readonly recipients: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface JobsQuery {
  readonly user: string;
  readonly academyId: string;
  readonly limit: number;
  /** Ends after the job whose message brings all to this many: each may be of a megabyte. */
  readonly characters: number;
}

/** A class as somebody chooses it. */
export interface NamedClass {
  readonly classId: string;
  readonly year?: string;
}

export interface ClassesQuery {
  readonly academyId: string;
  /** Those that this person teaches; all of the academy if absent. */
  readonly teacher?: string;
  readonly limit: number;
}

export interface AudienceStore {
  /** @returns whether it is stored now: not when newer or the same news is known */
  takeClass(schoolClass: SchoolClass): Promise<boolean>;
  /** @returns whether the person teaches the class, as of now */
  teaches(user: string, academyId: string, classId: string): Promise<boolean>;
  /** By name. */
  classes(query: ClassesQuery): Promise<readonly NamedClass[]>;
  /**
   * How many it would reach, without this person and those who belong to another academy by now, and without
   * loading them: an academy may have a million.
   */
  count(academyId: string, audience: Audience, without: string): Promise<number>;
  /** Each person once, in the order of users; some of them, as all may be more than fit. */
  members(query: MembersQuery): Promise<readonly Person[]>;
}

export interface MembersQuery {
  readonly academyId: string;
  readonly audience: Audience;
  /** Begins after this user. */
  readonly after?: string;
  readonly limit: number;
}

/** How many messages one sender may have: those that wait, and those created since. */
export interface JobQuota {
  readonly since: Date;
  readonly most: number;
}

export interface JobStore {
  /** @returns the one that is stored: another if its key was known; `undefined` if it would be too many */
  add(job: AudienceJob, quota: JobQuota): Promise<AudienceJob | undefined>;
  find(id: string): Promise<AudienceJob | undefined>;
  /** The newest first. */
  list(query: JobsQuery): Promise<readonly AudienceJob[]>;
  /** Replaces the message of one that has not begun. @returns whether it was in time */
  change(id: string, message: AudienceMessage, now: Date): Promise<boolean>;
  /** @returns whether it was in time */
  cancel(id: string, now: Date): Promise<boolean>;
  /** Takes one whose time has come, or that a crash left: it is `running` then. */
  claim(now: Date, leaseUntil: Date): Promise<AudienceJob | undefined>;
  /** A part is created; whoever comes first goes on after it. */
  advance(id: string, done: PartDone, now: Date): Promise<void>;
  /** Unless another has claimed it since. */
  done(claimed: ClaimedJob, now: Date): Promise<void>;
  /** Cancels one whose sender may not send it any more, unless another has claimed it since. */
  refuse(claimed: ClaimedJob, now: Date): Promise<void>;
  /** Forgets those that ended before. @returns how many, at most 10,000 at once */
  sweep(before: Date): Promise<number>;
}

/** A job in the hands of whoever claimed it until then: each claim of a job has an end of its own. */
export interface ClaimedJob {
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

/** People of one part become one creation. */
export const PART_SIZE = 1000;
