/** What the account of a person says: by auth-server alone. */
export interface Contact {
  readonly user: string;
  /** Verified; absent while none is. */
  readonly email?: string;
  /** BCP 47. */
  readonly locale?: string;
  /** Of the IANA database. */
  readonly timeZone?: string;
  /** Nothing is sent then, and nothing shown to whoever only knows an address of it. */
  readonly isDeactivated?: true;
  /** When it became so: older news does not count. */
  readonly changedAt: Date;
}

export abstract class ContactStore {
  /** @returns whether it is stored now: not when there is newer news */
  abstract put(contact: Contact): Promise<boolean>;
  abstract ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
}
