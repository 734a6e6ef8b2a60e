import { Injectable } from '@nestjs/common';
import { Ids } from '@sextant/platform-runtime/clock';
import { DataSource } from 'typeorm';
import type { PushStream, PushStreams, PushTarget } from './event-pusher.js';
import type { EventKind } from './security-events.js';
import { Sealer } from '../keys/sealer.js';
import { SETTLED_BEFORE, uuidOrNull } from '../database/sql.js';

interface Row {
  readonly id: string;
  readonly push_url: string;
  readonly push_authorization: Buffer | null;
  readonly push_failures: number;
}

const CONTEXT = 'ssf_stream';

/** Streams that are pushed; what receivers want to see is sealed. */
@Injectable()
export class PostgresPushStreams implements PushStreams {
  constructor(
    private readonly source: DataSource,
    private readonly ids: Ids,
    private readonly sealer: Sealer,
  ) {}

  async open({ url, authorization }: PushTarget, kinds: readonly EventKind[]): Promise<string> {
    const id = this.ids.next();
    await this.source.query(
      `INSERT INTO ssf_stream (id, push_url, push_authorization, events)
       VALUES ($1, $2, $3, $4)`,
      [id, url, this.#sealed(authorization), kinds],
    );
    return id;
  }

  async find(id: string): Promise<PushTarget | undefined> {
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM ssf_stream WHERE id = $1 AND push_url IS NOT NULL',
      [uuidOrNull(id)],
    );
    return row === undefined ? undefined : this.#stream(row);
  }

  async redirect(id: string, target: PushTarget | undefined): Promise<void> {
    await this.source.query(
      `UPDATE ssf_stream SET push_url = $2, push_authorization = $3, push_failures = 0,
         push_due_at = now() WHERE id = $1`,
      [uuidOrNull(id), target?.url ?? null, this.#sealed(target?.authorization)],
    );
  }

  #sealed(authorization: string | undefined): Buffer | null {
    return authorization === undefined ? null : this.sealer.seal(authorization, CONTEXT);
  }

  async claim(leaseSeconds: number): Promise<readonly PushStream[]> {
    const [rows] = await this.source.query<[Row[], number]>(
      `UPDATE ssf_stream SET push_due_at = now() + make_interval(secs => $1) WHERE id IN (
         SELECT id FROM ssf_stream AS stream
         WHERE push_url IS NOT NULL AND push_due_at <= now() AND EXISTS (
           SELECT 1 FROM revocation
           WHERE (revocation.transaction, revocation.sequence) > (stream.transaction, stream.sequence)
             AND expires_at > now() AND revocation.kind = ANY(stream.events)
             AND revocation.transaction < ${SETTLED_BEFORE})
         ORDER BY push_due_at LIMIT 50 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [leaseSeconds],
    );
    return rows.map((row) => this.#stream(row));
  }

  async release(
    id: string,
    retry?: { readonly failures: number; readonly at: Date },
  ): Promise<void> {
    await this.source.query(
      `UPDATE ssf_stream SET push_due_at = coalesce($2, now()), push_failures = $3 WHERE id = $1`,
      [id, retry?.at ?? null, retry?.failures ?? 0],
    );
  }

  #stream(row: Row): PushStream {
    const { id, push_url: url, push_authorization: sealed, push_failures: failures } = row;
    const authorization = sealed === null ? undefined : this.sealer.open(sealed, CONTEXT);
    return { id, url, authorization, failures };
  }
}
