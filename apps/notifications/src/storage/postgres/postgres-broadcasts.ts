import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Audience,
  Broadcast,
  BroadcastMessage,
  BroadcastState,
  SchoolClass,
} from '../../broadcasts/broadcast.js';
import type {
  ClaimedBroadcast,
  BroadcastQuota,
  BroadcastsQuery,
  BroadcastStore,
  PartDone,
} from '../../broadcasts/broadcast-store.js';
import type {
  ClassStore,
  ClassesQuery,
  MembersQuery,
  NamedClass,
} from '../../broadcasts/class-store.js';
import type { Person } from '../../access/person.js';
import { bytes, hex, toPerson } from './postgres-rows.js';

interface MemberRow {
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
}

interface JobRow {
  readonly id: string;
  readonly key: string;
  readonly academy_id: string;
  readonly sender: Person;
  readonly message: Omit<BroadcastMessage, 'sendAt'>;
  readonly send_at: Date;
  readonly state: BroadcastState;
  readonly creations: string[];
  readonly reached: Buffer | null;
  readonly recipients: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Changed<Found = unknown> = readonly [Found[], number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class PostgresClassStore implements ClassStore {
  constructor(private readonly source: DataSource) {}

  async takeClass(schoolClass: SchoolClass): Promise<boolean> {
    const { academyId, classId, year, version, students, teachers } = schoolClass;
    return this.source.transaction(async (manager) => {
      // Locks the class: newer news waits for this.
      const taken = await manager.query<unknown[]>(
        `INSERT INTO school_class AS c (academy_id, class_id, year, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (academy_id, class_id) DO UPDATE SET year = $3, version = $4
         WHERE c.version < $4 RETURNING 1`,
        [academyId, classId, year ?? null, version],
      );
      if (taken.length === 0) return false;
      await manager.query('DELETE FROM class_member WHERE academy_id = $1 AND class_id = $2', [
        academyId,
        classId,
      ]);
      const members = membersOf(students, teachers);
      await manager.query(
        `INSERT INTO class_member (academy_id, class_id, "user", user_id, user_name, is_teacher)
         SELECT $1, $2, * FROM unnest($3::bytea[], $4::text[], $5::text[], $6::boolean[])`,
        [
          academyId,
          classId,
          members.map(({ user }) => bytes(user)),
          members.map(({ userId }) => userId),
          members.map(({ userName }) => userName),
          members.map(({ isTeacher }) => isTeacher),
        ],
      );
      return true;
    });
  }

  async teaches(user: string, academyId: string, classId: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM class_member
       WHERE academy_id = $1 AND class_id = $2 AND "user" = $3 AND is_teacher`,
      [academyId, classId, bytes(user)],
    );
    return rows.length > 0;
  }

  async classes({ academyId, teacher, limit }: ClassesQuery): Promise<readonly NamedClass[]> {
    const rows = await this.source.query<{ class_id: string; year: string | null }[]>(
      `SELECT class_id, year FROM school_class c
       WHERE academy_id = $1 AND ($2::bytea IS NULL OR EXISTS (SELECT 1 FROM class_member m
         WHERE m.academy_id = $1 AND m.class_id = c.class_id AND m."user" = $2 AND m.is_teacher))
       ORDER BY class_id COLLATE "C" LIMIT $3`,
      [academyId, teacher === undefined ? null : bytes(teacher), limit],
    );
    return rows.map(({ class_id: classId, year }) => ({
      classId,
      ...(year === null ? {} : { year }),
    }));
  }

  async count(academyId: string, audience: Audience, without: string): Promise<number> {
    const isHere =
      audience.kind === 'academy'
        ? ''
        : `AND NOT EXISTS (SELECT 1 FROM person p
             WHERE p."user" = member."user" AND p.academy_id <> $1)`;
    const [row] = await this.source.query<{ count: string }[]>(
      `SELECT count(*) FROM (${MEMBERS[audience.kind]}) AS member WHERE "user" <> $4 ${isHere}`,
      [academyId, nameOf(audience), null, bytes(without)],
    );
    return Number(row?.count ?? 0);
  }

  async members({ academyId, audience, after, limit }: MembersQuery): Promise<readonly Person[]> {
    const rows = await this.source.query<MemberRow[]>(
      `${MEMBERS[audience.kind]} ORDER BY "user" LIMIT $4`,
      [academyId, nameOf(audience), after === undefined ? null : bytes(after), limit],
    );
    return rows.map(toPerson);
  }
}

/** Who teaches a class is in it once. */
function membersOf(students: readonly Person[], teachers: readonly Person[]) {
  const one = (isTeacher: boolean) => (person: Person) => ({ ...person, isTeacher });
  const all = [...students.map(one(false)), ...teachers.map(one(true))];
  return [...new Map(all.map((member) => [member.user, member])).values()];
}

const ONCE = 'SELECT DISTINCT ON (m."user") m."user", m.user_id, m.user_name FROM class_member m';

/** Of the academy $1 with the name $2, after the user $3, or all if that is `NULL`. */
const MEMBERS: Readonly<Record<Audience['kind'], string>> = {
  academy: `SELECT "user", user_id, user_name FROM person
    WHERE academy_id = $1 AND $2::text = '' AND "user" > coalesce($3::bytea, '')`,
  class: `${ONCE}
    WHERE m.academy_id = $1 AND m.class_id = $2 AND m."user" > coalesce($3::bytea, '')`,
  year: `${ONCE} JOIN school_class c USING (academy_id, class_id)
    WHERE academy_id = $1 AND c.year = $2 AND m."user" > coalesce($3::bytea, '')`,
};

function nameOf(audience: Audience): string {
  if (audience.kind === 'academy') return '';
  return audience.kind === 'class' ? audience.classId : audience.year;
}

const OPEN = `state IN ('scheduled', 'running')`;

@Injectable()
export class PostgresBroadcastStore implements BroadcastStore {
  constructor(private readonly source: DataSource) {}

  /** Requests that come together may exceed the quota by as many as come together. */
  async add(job: Broadcast, { since, most }: BroadcastQuota): Promise<Broadcast | undefined> {
    const { message, sender } = job;
    await this.source.query(
      `INSERT INTO audience_job (id, key, "user", academy_id, sender, message, send_at, state, parts,
         creations, recipients, created_at, updated_at, lease_until)
       SELECT $1::uuid, $2, $3::bytea, $4, $5::json, $6::json, $7::timestamptz, $8, 0, $9::text[],
         $10::integer, $11::timestamptz, $12::timestamptz, $7
       WHERE (SELECT count(*) FROM audience_job
              WHERE "user" = $3 AND (created_at > $13 OR ${OPEN})) < $14
       ON CONFLICT (key) DO NOTHING`,
      [
        ...[job.id, job.key, bytes(sender.user), job.academyId, JSON.stringify(sender)],
        ...[JSON.stringify(message), message.sendAt, job.state, job.creations],
        ...[job.recipients, job.createdAt, job.updatedAt, since, most],
      ],
    );
    const [row] = await this.source.query<JobRow[]>('SELECT * FROM audience_job WHERE key = $1', [
      job.key,
    ]);
    return row === undefined ? undefined : toJob(row);
  }

  async find(id: string): Promise<Broadcast | undefined> {
    if (!UUID.test(id)) return undefined;
    const [row] = await this.source.query<JobRow[]>('SELECT * FROM audience_job WHERE id = $1', [
      id,
    ]);
    return row === undefined ? undefined : toJob(row);
  }

  async list({
    user,
    academyId,
    limit,
    characters,
  }: BroadcastsQuery): Promise<readonly Broadcast[]> {
    const rows = await this.source.query<JobRow[]>(
      `SELECT * FROM (
         SELECT *, sum(length(message::text)) OVER (ORDER BY created_at DESC, id)
           - length(message::text) AS before
         FROM (SELECT * FROM audience_job WHERE "user" = $1 AND academy_id = $2
               ORDER BY created_at DESC, id LIMIT $3) AS newest) AS job
       WHERE before < $4 ORDER BY created_at DESC, id`,
      [bytes(user), academyId, limit, characters],
    );
    return rows.map(toJob);
  }

  async change(id: string, message: BroadcastMessage, now: Date): Promise<boolean> {
    const [, count] = await this.source.query<Changed>(
      `UPDATE audience_job SET message = $2, send_at = $3, lease_until = $3, updated_at = $4
       WHERE id = $1 AND state = 'scheduled'`,
      [id, JSON.stringify(message), message.sendAt, now],
    );
    return count > 0;
  }

  async cancel(id: string, now: Date): Promise<boolean> {
    const [, count] = await this.source.query<Changed>(
      `UPDATE audience_job SET state = 'cancelled', updated_at = $2
       WHERE id = $1 AND state IN ('scheduled', 'cancelled')`,
      [id, now],
    );
    return count > 0;
  }

  async claim(now: Date, leaseUntil: Date): Promise<Broadcast | undefined> {
    const [[row]] = await this.source.query<Changed<JobRow>>(
      `UPDATE audience_job SET state = 'running', lease_until = $2 WHERE ${OPEN} AND id IN
         (SELECT id FROM audience_job WHERE ${OPEN} AND lease_until <= $1
          ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [now, leaseUntil],
    );
    return row === undefined ? undefined : toJob(row);
  }

  /** A part that another has done meanwhile is not counted twice. */
  async advance(id: string, done: PartDone, now: Date): Promise<void> {
    await this.source.query(
      `UPDATE audience_job SET creations = array_append(creations, $3::text),
         recipients = recipients + $4, reached = $5, lease_until = $6
       WHERE id = $1 AND cardinality(creations) = $2`,
      [id, done.part, done.creation, done.recipients, bytes(done.reached), now],
    );
  }

  done(claimed: ClaimedBroadcast, now: Date): Promise<void> {
    return this.#end(claimed, 'done', now);
  }

  refuse(claimed: ClaimedBroadcast, now: Date): Promise<void> {
    return this.#end(claimed, 'cancelled', now);
  }

  async #end(
    { id, leaseUntil }: ClaimedBroadcast,
    state: BroadcastState,
    now: Date,
  ): Promise<void> {
    await this.source.query(
      `UPDATE audience_job SET state = $2, updated_at = $3
       WHERE id = $1 AND state = 'running' AND lease_until = $4`,
      [id, state, now, leaseUntil],
    );
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM audience_job WHERE id IN
         (SELECT id FROM audience_job WHERE state IN ('done', 'cancelled') AND updated_at < $1
          LIMIT 10000)`,
      [before],
    );
    return count;
  }
}

const toJob = (row: JobRow): Broadcast => ({
  id: row.id,
  key: row.key,
  academyId: row.academy_id,
  sender: row.sender,
  message: { ...row.message, sendAt: row.send_at },
  state: row.state,
  creations: row.creations,
  ...(row.reached === null ? {} : { reached: hex(row.reached) }),
  recipients: row.recipients,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
