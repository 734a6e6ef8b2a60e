import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sha256 } from '../clients/client-secret.js';
import type { LinkedUpstream, UpstreamLink, UpstreamLinks } from './upstreams.js';

@Injectable()
export class PostgresUpstreamLinks implements UpstreamLinks {
  constructor(private readonly source: DataSource) {}

  /** Links of before issuers were written down are those of the issuer that the provider has now. */
  async userOf({ id, issuer }: LinkedUpstream, subject: string): Promise<string | undefined> {
    const rows = await this.source.query<{ user_id: string; issuer: string }[]>(
      `SELECT user_id, issuer FROM upstream_link
       WHERE upstream = $1 AND subject = $2 AND issuer IN ($3, '') ORDER BY issuer DESC`,
      [id, subject, issuer],
    );
    const [row] = rows;
    if (row?.issuer === '') {
      await this.source.query(
        `UPDATE upstream_link SET issuer = $3 WHERE upstream = $1 AND subject = $2 AND issuer = ''`,
        [id, subject, issuer],
      );
    }
    return row?.user_id;
  }

  async add({ upstream: { id, issuer }, subject, userId }: UpstreamLink): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO upstream_link (upstream, issuer, subject, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [id, issuer, subject, userId],
    );
    return rows.length > 0;
  }

  async of(userId: string): Promise<readonly string[]> {
    const rows = await this.source.query<{ upstream: string }[]>(
      'SELECT upstream FROM upstream_link WHERE user_id = $1 GROUP BY upstream ORDER BY min(created_at)',
      [userId],
    );
    return rows.map(({ upstream }) => upstream);
  }

  async remove(userId: string, upstream: string): Promise<boolean> {
    const [rows] = await this.source.query<[unknown[], number]>(
      'DELETE FROM upstream_link WHERE user_id = $1 AND upstream = $2 RETURNING 1',
      [userId, upstream],
    );
    return rows.length > 0;
  }

  /** No session here lives longer than that: older ones of the provider are of no use. */
  async noteSession(upstream: string, sid: string, userId: string): Promise<void> {
    await this.source.query(
      `INSERT INTO upstream_session (upstream, sid, user_id) VALUES ($1, $2, $3)
       ON CONFLICT (upstream, sid) DO UPDATE SET user_id = excluded.user_id, at = now()`,
      [upstream, sid, userId],
    );
    await this.source.query(`DELETE FROM upstream_session WHERE at < now() - interval '15 days'`);
  }

  async userOfSession(upstream: string, sid: string): Promise<string | undefined> {
    const [row] = await this.source.query<{ user_id: string }[]>(
      'SELECT user_id FROM upstream_session WHERE upstream = $1 AND sid = $2',
      [upstream, sid],
    );
    return row?.user_id;
  }

  async isUsed(upstream: string, jti: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      'SELECT 1 FROM upstream_token WHERE digest = $1',
      [sha256(`${upstream}\n${jti}`)],
    );
    return rows.length > 0;
  }

  async use(upstream: string, jti: string): Promise<boolean> {
    await this.source.query(`DELETE FROM upstream_token WHERE at < now() - interval '1 day'`);
    const rows = await this.source.query<unknown[]>(
      'INSERT INTO upstream_token (digest) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
      [sha256(`${upstream}\n${jti}`)],
    );
    return rows.length > 0;
  }
}
