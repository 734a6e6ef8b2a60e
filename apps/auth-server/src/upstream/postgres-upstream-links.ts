import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sha256 } from '../clients/client-secret.js';
import type { UpstreamLink, UpstreamLinks } from './upstreams.js';

@Injectable()
export class PostgresUpstreamLinks implements UpstreamLinks {
  constructor(private readonly source: DataSource) {}

  async userOf(upstream: string, subject: string): Promise<string | undefined> {
    const [row] = await this.source.query<{ user_id: string }[]>(
      'SELECT user_id FROM upstream_link WHERE upstream = $1 AND subject = $2',
      [upstream, subject],
    );
    return row?.user_id;
  }

  async add({ upstream, subject, userId }: UpstreamLink): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO upstream_link (upstream, subject, user_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [upstream, subject, userId],
    );
    return rows.length > 0;
  }

  async of(userId: string): Promise<readonly UpstreamLink[]> {
    const rows = await this.source.query<{ upstream: string; subject: string }[]>(
      'SELECT upstream, subject FROM upstream_link WHERE user_id = $1 ORDER BY created_at',
      [userId],
    );
    return rows.map((row) => ({ ...row, userId }));
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

  async use(upstream: string, jti: string): Promise<void> {
    await this.source.query(`DELETE FROM upstream_token WHERE at < now() - interval '1 day'`);
    await this.source.query(
      'INSERT INTO upstream_token (digest) VALUES ($1) ON CONFLICT DO NOTHING',
      [sha256(`${upstream}\n${jti}`)],
    );
  }
}
