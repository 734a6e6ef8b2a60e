import { Injectable } from '@nestjs/common';
import { Outbox } from '@sextant/platform-events';
import { DataSource } from 'typeorm';
import type { Book, BookPart, BookProgress, BookState } from './book.js';
import type { BookStore, ClaimedBook } from './book-store.js';
import { modelFor } from '../models/models.js';
import type { BookWebhook } from './webhooks/book-webhook.js';
import type { Usage } from '../usage/usage.js';
import { addUsage } from '../usage/postgres-usage-ledger.js';
import { bookOf, type About, type BookRow as Row } from './book-row.js';
import { addWebhook, dueWebhook } from './webhooks/postgres-book-webhooks.js';
import { TOPIC } from '../database/outbox-topic.js';
import { isUuid } from '../database/uuid.js';

const UNFINISHED = `state IN ('queued', 'running')`;

/** Keeps books in the service's own database; whose turn a book is, is decided by its clock alone. */
@Injectable()
export class PostgresBookStore implements BookStore {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async insert(book: Book, mostUnfinished: number, webhook?: BookWebhook): Promise<boolean> {
    const { id, workspace, state, createdAt, ...rest } = book;
    const { title, author, format, settings, chapters, characters } = rest;
    const about: About = { title, author, format, settings, chapters, characters };
    return await this.source.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`books of ${workspace}`]);
      const rows = await manager.query<unknown[]>(
        `INSERT INTO book (id, workspace, state, about, created_at)
         SELECT $1, $2, $3, $4, $5
         WHERE (SELECT count(*) FROM book WHERE workspace = $2 AND ${UNFINISHED}) < $6
         RETURNING id`,
        [id, workspace, state, JSON.stringify(about), createdAt, mostUnfinished],
      );
      if (rows.length === 1 && webhook !== undefined) await addWebhook(manager, book, webhook);
      return rows.length === 1;
    });
  }

  async find(workspace: string, id: string): Promise<Book | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<Row[]>(
      `SELECT * FROM book WHERE workspace = $1 AND id = $2 AND state <> 'leaving'`,
      [workspace, id],
    );
    return row && bookOf(row);
  }

  async list(workspace: string, most: number): Promise<readonly Book[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT * FROM book WHERE workspace = $1 AND state <> 'leaving'
       ORDER BY created_at DESC, id LIMIT $2`,
      [workspace, most],
    );
    return rows.map(bookOf);
  }

  async progress(id: string): Promise<BookProgress> {
    const [row] = await this.source.query<Record<keyof BookProgress, number>[]>(
      `SELECT count(*)::int AS pieces, coalesce(sum(characters), 0)::int AS characters,
         coalesce(sum(duration_ms), 0) AS "durationMs", coalesce(sum(bytes), 0)::float8 AS bytes
       FROM book_part WHERE book_id = $1`,
      [id],
    );
    return row ?? { pieces: 0, characters: 0, durationMs: 0, bytes: 0 };
  }

  async parts(id: string): Promise<readonly BookPart[]> {
    return await this.source.query<BookPart[]>(
      `SELECT piece, chapter, characters, duration_ms AS "durationMs", bytes
       FROM book_part WHERE book_id = $1 ORDER BY piece`,
      [id],
    );
  }

  async claim(worker: string, leaseSeconds: number): Promise<ClaimedBook | undefined> {
    const [rows] = await this.source.query<[(Row & { next_piece: number })[], number]>(
      `UPDATE book SET state = 'running', worker = $1, leased_until = now() + make_interval(secs => $2)
       WHERE id = (
         SELECT id FROM book
         WHERE ${UNFINISHED} AND (leased_until IS NULL OR leased_until < now() OR worker = $1)
         ORDER BY (
           SELECT max(own.leased_until) FROM book own
           WHERE own.workspace = book.workspace AND own.${UNFINISHED}
         ) NULLS FIRST, leased_until NULLS FIRST, created_at
         LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *, (SELECT count(*)::int FROM book_part WHERE book_id = book.id) AS next_piece`,
      [worker, leaseSeconds],
    );
    const [row] = rows;
    return row && { ...bookOf(row), nextPiece: row.next_piece };
  }

  async renew(id: string, worker: string, leaseSeconds: number): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE book SET leased_until = now() + make_interval(secs => $3)
       WHERE id = $1 AND worker = $2 AND state = 'running'`,
      [id, worker, leaseSeconds],
    );
    return count === 1;
  }

  async release(id: string, worker: string, seconds = 0): Promise<void> {
    await this.source.query(
      `UPDATE book SET leased_until = now() + make_interval(secs => $3), worker = NULL
       WHERE id = $1 AND worker = $2 AND state = 'running'`,
      [id, worker, seconds],
    );
  }

  async addPart(book: Book, part: BookPart, worker: string): Promise<boolean> {
    const { piece, chapter, characters, durationMs, bytes } = part;
    const isOurs = await this.source.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        `SELECT 1 FROM book WHERE id = $1 AND worker = $2 AND state = 'running' FOR UPDATE`,
        [book.id, worker],
      );
      if (rows.length === 0) return false;
      await manager.query(
        `INSERT INTO book_part (book_id, piece, chapter, characters, duration_ms, bytes)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [book.id, piece, chapter, characters, durationMs, bytes],
      );
      await addUsage(manager, this.outbox, usageOf(book, part));
      return true;
    });
    if (isOurs) this.outbox.wake();
    return isOurs;
  }

  async finish(book: Book, worker: string, error?: Book['error']): Promise<boolean> {
    const state: BookState = error === undefined ? 'complete' : 'failed';
    const isOurs = await this.source.transaction(async (manager) => {
      const [, count] = await manager.query<[unknown[], number]>(
        `UPDATE book SET state = $3, error = $4, leased_until = NULL
         WHERE id = $1 AND worker = $2 AND state = 'running'`,
        [book.id, worker, state, error === undefined ? null : JSON.stringify(error)],
      );
      if (count !== 1) return false;
      await dueWebhook(manager, book);
      await this.outbox.add(manager, TOPIC, {
        type: `org.sextant.speech.book.${state === 'complete' ? 'completed' : 'failed'}`,
        subject: book.id,
        data: { workspace: book.workspace, book_id: book.id, ...(error ?? {}) },
      });
      return true;
    });
    if (isOurs) this.outbox.wake();
    return isOurs;
  }

  async leave(workspace: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE book SET state = 'leaving' WHERE workspace = $1 AND id = $2 AND state <> 'leaving'`,
      [workspace, id],
    );
    return count === 1;
  }

  async leaving(): Promise<readonly { id: string; pieces: number }[]> {
    const rows = await this.source.query<Pick<Row, 'id' | 'about'>[]>(
      // Whoever speaks one of them hears of it before its lease ends.
      `SELECT id, about FROM book
       WHERE state = 'leaving' AND (leased_until IS NULL OR leased_until < now())`,
    );
    return rows.map(({ id, about }) => ({
      id,
      pieces: about.chapters.reduce((sum, { pieces }) => sum + pieces, 0),
    }));
  }

  async remove(id: string): Promise<void> {
    await this.source.query('DELETE FROM book WHERE id = $1', [id]);
  }
}

const usageOf = ({ workspace, settings }: Book, { characters, durationMs }: BookPart): Usage => ({
  workspace,
  route: 'book',
  model: modelFor(settings.model, 'stream').id,
  voiceIds: [settings.voiceId],
  billableCharacters: characters,
  durationMs: Math.round(durationMs),
});
