/** What happened, to whom, by whom. Secrets and tokens never belong in it. */
export interface JournalEntry {
  /** Such as `login.succeeded`; see `AUDITED`. */
  readonly type: AuditedType;
  /** User id, client id or `system`. */
  readonly actor: string;
  /** What it happened to. */
  readonly subject: string;
  readonly ip?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Everything that is audited; those with `true` are published as events too. */
export const AUDITED = {
  'login.succeeded': true,
  'login.failed': false,
  'consent.granted': true,
  'consent.denied': false,
  'consent.withdrawn': true,
  'approval.requested': false,
  'token.exchanged': false,
  'token.revoked': true,
  'session.ended': true,
  'client.created': true,
  'client.changed': true,
  'client.deactivated': true,
  'client.secret_regenerated': true,
  'scope.created': true,
  'scope.changed': true,
  'scope.deactivated': true,
  'user.created': true,
  'user.changed': true,
  'user.deactivated': true,
  'user.signed_out': true,
  'user.invited': true,
  'user.deletion_requested': true,
  'user.deletion_cancelled': true,
  'user.deleted': true,
  'group.created': true,
  'group.changed': true,
  'group.deleted': true,
  'upstream.created': true,
  'upstream.changed': true,
  'upstream.deleted': true,
  'password.reset_requested': false,
  'device.added': false,
  'factor.added': true,
  'factor.removed': true,
  'key.rotated': true,
} as const;

export type AuditedType = keyof typeof AUDITED;

export interface AuditRecord {
  readonly sequence: number;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  /** As people call them now; absent for who is gone, and for what has no name. */
  readonly actorName: string | null;
  readonly subject: string;
  readonly subjectName: string | null;
  readonly ip: string | null;
  readonly traceId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditFilter {
  readonly limit: number;
  /** Only records older than this sequence number. */
  readonly before?: number;
  readonly type?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** Sign-ins of one day (UTC). */
export interface DayOfSignIns {
  /** Such as `2026-11-24`. */
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

/** The append-only audit log; what is published leaves through the outbox in the same transaction. */
export abstract class Journal {
  abstract record(entry: JournalEntry): Promise<void>;
  abstract list(filter: AuditFilter): Promise<readonly AuditRecord[]>;
  /** Days without any are left out. */
  abstract signInsPerDay(from: Date): Promise<readonly DayOfSignIns[]>;
  /** Writes down the failed sign-ins of hours that are over, summed up by address and account. */
  abstract sumUpFailures(now: Date): Promise<void>;
  /**
   * Removes old records.
   *
   * @param keptDays how old records become; for ever with 0
   * @returns how many were removed
   */
  abstract removeOld(now: Date, keptDays: number): Promise<number>;
}
