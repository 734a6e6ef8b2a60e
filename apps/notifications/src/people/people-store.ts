import type { Person } from '../access/person.js';

/** A person whose academy is known. */
export interface KnownPerson extends Person {
  readonly academyId: string;
}

export interface Registration {
  readonly user: string;
  readonly academyId: string;
  readonly active: boolean;
  /** When it became so: older news does not count. */
  readonly changedAt: Date;
}

export abstract class PeopleStore {
  abstract remember(people: readonly KnownPerson[], now: Date): Promise<void>;
  /** Those of the users who are known, by user. */
  abstract known(users: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>>;
  /** @returns whether it is stored now: not when there is newer news */
  abstract register(registration: Registration): Promise<boolean>;
  abstract registration(user: string, academyId: string): Promise<Registration | undefined>;
  abstract isRegistered(user: string, academyId: string): Promise<boolean>;
  /** Everything of this person goes: records, wishes, browsers, address. */
  abstract forget(user: string): Promise<void>;
}
