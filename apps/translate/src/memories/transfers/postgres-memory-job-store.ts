import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JobStatus, MemoryJob, MemoryJobStore } from './memory-jobs.js';
import { isUuid } from '../../database/uuid.js';

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly operation: 'import' | 'export';
  readonly status: JobStatus;
  readonly memory_id: string | null;
  readonly memory_revision: string | null;
  readonly file_name: string | null;
  readonly display_name: string | null;
  readonly content_type: string | null;
  readonly content_length: string | null;
  readonly token: string;
  readonly error: string | null;
  readonly skipped_segments: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
}

/** Keeps transfers of memories in the service's own database. */
@Injectable()
export class PostgresMemoryJobStore implements MemoryJobStore {
  constructor(private readonly source: DataSource) {}

  async insert(job: MemoryJob): Promise<void> {
    await this.source.query(
      `INSERT INTO memory_jobs (id, owner, operation, status, memory_id, memory_revision, file_name,
         display_name, content_type, content_length, token, created_at, updated_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        job.id,
        job.owner,
        job.operation,
        job.status,
        job.memoryId ?? null,
        job.memoryRevision ?? null,
        job.fileName ?? null,
        job.displayName ?? null,
        job.contentType ?? null,
        job.contentLength ?? null,
        job.token,
        job.createdAt,
        job.updatedAt,
        job.expiresAt,
      ],
    );
  }

  async find(id: string): Promise<MemoryJob | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<Row[]>('SELECT * FROM memory_jobs WHERE id = $1', [id]);
    return row && toJob(row);
  }

  async findExport(memoryId: string, revision: number, now: Date): Promise<MemoryJob | undefined> {
    const [row] = await this.source.query<Row[]>(
      `SELECT * FROM memory_jobs
       WHERE memory_id = $1 AND memory_revision = $2 AND operation = 'export' AND expires_at > $3
       ORDER BY expires_at DESC LIMIT 1`,
      [memoryId, revision, now],
    );
    return row && toJob(row);
  }

  async update(job: MemoryJob): Promise<void> {
    await this.source.query(
      `UPDATE memory_jobs SET status = $2, memory_id = $3, error = $4, skipped_segments = $5,
                              updated_at = $6 WHERE id = $1`,
      [
        job.id,
        job.status,
        job.memoryId ?? null,
        job.error ?? null,
        job.skippedSegments ?? null,
        job.updatedAt,
      ],
    );
  }

  async sweep(before: Date): Promise<void> {
    await this.source.query('DELETE FROM memory_jobs WHERE expires_at < $1', [before]);
  }
}

const given = <T>(value: T | null): T | undefined => value ?? undefined;

const toJob = (row: Row): MemoryJob => ({
  id: row.id,
  owner: row.owner,
  operation: row.operation,
  status: row.status,
  memoryId: given(row.memory_id),
  memoryRevision: row.memory_revision === null ? undefined : Number(row.memory_revision),
  fileName: given(row.file_name),
  displayName: given(row.display_name),
  contentType: given(row.content_type),
  contentLength: row.content_length === null ? undefined : Number(row.content_length),
  error: given(row.error),
  skippedSegments: given(row.skipped_segments),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  token: row.token,
});
