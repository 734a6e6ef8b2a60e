import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountLink, AccountLinks, InvitedAs, LinkKind, NewLink } from './account-mailer.js';

interface Row {
  readonly kind: LinkKind;
  readonly user_id: string | null;
  readonly address: string;
  readonly invited_as: InvitedAs;
  readonly about: Buffer | null;
  readonly expires_at: Date;
}

@Injectable()
export class PostgresAccountLinks implements AccountLinks {
  constructor(private readonly source: DataSource) {}

  async find(digest: Buffer, kind: LinkKind, now: Date): Promise<AccountLink | undefined> {
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM account_link WHERE digest = $1 AND kind = $2 AND expires_at > $3',
      [digest, kind, now],
    );
    return row === undefined ? undefined : toLink(row);
  }

  /** Of those who come at once one gets it. */
  async take(digest: Buffer, kind: LinkKind, now: Date): Promise<AccountLink | undefined> {
    const [rows] = await this.source.query<[Row[], number]>(
      'DELETE FROM account_link WHERE digest = $1 AND kind = $2 AND expires_at > $3 RETURNING *',
      [digest, kind, now],
    );
    return rows[0] === undefined ? undefined : toLink(rows[0]);
  }

  async remove(userId: string, kinds: readonly LinkKind[]): Promise<void> {
    await this.source.query(
      'DELETE FROM account_link WHERE user_id = $1 AND kind = ANY($2::text[])',
      [userId, kinds],
    );
  }

  /** Deletes those that have expired, with pings that are too late, and browsers that nobody has used for a year. */
  async sweep(now: Date): Promise<void> {
    await this.source.query('DELETE FROM account_link WHERE expires_at < $1', [now]);
    await this.source.query('DELETE FROM ciba_ping WHERE expires_at < $1', [now]);
    await this.source.query(
      `DELETE FROM known_device WHERE last_at < $1::timestamptz - interval '1 year'`,
      [now],
    );
  }
}

export async function insertLink(manager: EntityManager, link: NewLink): Promise<void> {
  const { digest, kind, userId, address, invitedAs, about, expiresAt } = link;
  await manager.query(
    `INSERT INTO account_link (digest, kind, user_id, address, invited_as, expires_at, about)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [digest, kind, userId ?? null, address, invitedAs, expiresAt, about ?? null],
  );
}

const toLink = (row: Row): AccountLink => ({
  kind: row.kind,
  userId: row.user_id ?? undefined,
  address: row.address,
  invitedAs: row.invited_as,
  about: row.about ?? undefined,
  expiresAt: row.expires_at,
});
