/** From where a browser session was last used. */
export interface SessionUse {
  /** Public identifier of the session. */
  readonly uid: string;
  /** Such as "Firefox, Linux". */
  readonly device: string;
  readonly ip: string;
  readonly at: Date;
}

/** Where it is kept from where sessions are used: only for their owners and administrators to see. */
export abstract class SessionUses {
  /** The first one stays; of later ones the last. */
  abstract note(use: SessionUse): Promise<void>;
}
