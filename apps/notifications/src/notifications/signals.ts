/** Whom a signal reaches. */
export interface Addressee {
  readonly academyId: string;
  readonly userId: string;
}

/** The realtime signal (spec 2, part 6). */
export abstract class Signals {
  /**
   * Tells the users, wherever they are connected, that there is something new.
   *
   * @throws {Error} when it is not certain that all replicas heard of it
   */
  abstract send(academyId: string, userIds: readonly string[]): Promise<void>;
  /** Whether the other replicas can be told just now. */
  abstract isConnected(): boolean;
}

/** The room of one user. Slashes are escaped, so that no id reaches into another academy's. */
export const roomOf = ({ academyId, userId }: Addressee): string =>
  `${escaped(academyId)}/${escaped(userId)}`;

/** What escapes comes first, or two ids could be spelt alike. */
const escaped = (id: string): string => id.replaceAll('%', '%25').replaceAll('/', '%2F');
