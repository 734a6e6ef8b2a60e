import type { SchoolClass, Audience } from './broadcast.js';
import type { Person } from '../access/person.js';

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

export abstract class ClassStore {
  /** @returns whether it is stored now: not when newer or the same news is known */
  abstract takeClass(schoolClass: SchoolClass): Promise<boolean>;
  /** @returns whether the person teaches the class, as of now */
  abstract teaches(user: string, academyId: string, classId: string): Promise<boolean>;
  /** By name. */
  abstract classes(query: ClassesQuery): Promise<readonly NamedClass[]>;
  /**
   * How many it would reach, without this person and those who belong to another academy by now, and without
   * loading them: an academy may have a million.
   */
  abstract count(academyId: string, audience: Audience, without: string): Promise<number>;
  /** Each person once, in the order of users; some of them, as all may be more than fit. */
  abstract members(query: MembersQuery): Promise<readonly Person[]>;
}

export interface MembersQuery {
  readonly academyId: string;
  readonly audience: Audience;
  /** Begins after this user. */
  readonly after?: string;
  readonly limit: number;
}
