import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import { MAX_TMX_BYTES, MEMORY_ERRORS } from '../memory-errors.js';
import { TranslationMemories } from '../translation-memories.js';

export type JobStatus = 'awaiting_input' | 'completed' | 'downloaded' | 'failed' | 'expired';

/** One transfer of a memory, in or out. */
export interface MemoryJob {
  readonly id: string;
  readonly owner: string;
  readonly operation: 'import' | 'export';
  readonly status: JobStatus;
  /** Of an export from its start, of an import when it is completed. */
  readonly memoryId?: string | undefined;
  /** What an export was asked of: one of the same state can be used again. */
  readonly memoryRevision?: number | undefined;
  readonly fileName?: string | undefined;
  readonly displayName?: string | undefined;
  readonly contentType?: string | undefined;
  /** Bytes, as announced. */
  readonly contentLength?: number | undefined;
  readonly error?: string | undefined;
  readonly skippedSegments?: number | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  /**
   * The secret part of the address of the file. It is kept as it is, since the owner may ask for the address again,
   * and opens nothing that is not in the same database.
   */
  readonly token: string;
}

/** Where jobs are kept. */
export abstract class MemoryJobStore {
  abstract insert(job: MemoryJob): Promise<void>;
  abstract find(id: string): Promise<MemoryJob | undefined>;
  /** A finished export of a memory in that state, if it has not expired. */
  abstract findExport(
    memoryId: string,
    revision: number,
    now: Date,
  ): Promise<MemoryJob | undefined>;
  abstract update(job: MemoryJob): Promise<void>;
  /** Deletes jobs that expired before a time. */
  abstract sweep(before: Date): Promise<void>;
}

/** The address of a job's file. */
export interface FileAddress {
  readonly jobId: string;
  readonly token: string;
}

export interface ImportRequest {
  readonly owner: string;
  readonly fileName: string;
  readonly contentLength: number;
  readonly contentType?: string | undefined;
  readonly displayName?: string | undefined;
}

/** Until a file must be uploaded, or may be downloaded. */
const LIFETIME_MS = 60 * 60 * 1000;
const TOKEN_BYTES = 32;

/**
 * Transfers of memories as official clients make them: a job, then a file to or from an address of its own, which
 * holds a secret instead of a key.
 *
 * An import happens while its file is being uploaded, in one transaction: a job is either waiting or over.
 */
@Injectable()
export class MemoryJobs {
  constructor(
    private readonly store: MemoryJobStore,
    private readonly memories: TranslationMemories,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  /** @throws {Problem} `translation_memory_file_too_large` */
  async startImport(request: ImportRequest): Promise<MemoryJob> {
    if (request.contentLength > MAX_TMX_BYTES) throw MEMORY_ERRORS.fileTooLarge();
    return this.#start({ ...request, operation: 'import', status: 'awaiting_input' });
  }

  /**
   * Takes the file of an import. A file that cannot be read ends the job as failed.
   *
   * The memory gets the id of the job, so that a file which is sent again after a crash makes no second one.
   *
   * @throws {Problem} `translation_memory_job_not_found`, `translation_memory_upload_not_expected`, and what was wrong
   *   with the file
   */
  async upload(address: FileAddress, file: Uint8Array): Promise<MemoryJob> {
    const job = await this.#awaiting(address);
    const name = job.displayName ?? job.fileName ?? 'Translation memory';
    try {
      const { id, owner } = job;
      const { skippedSegments } = await this.memories.import({ owner, name, tmx: file, id });
      return await this.#end({ ...job, status: 'completed', memoryId: id, skippedSegments });
    } catch (error) {
      if (error instanceof Problem && error.status < 500) {
        await this.#end({ ...job, status: 'failed', error: error.message });
      }
      throw error;
    }
  }

  /** Whether a file may come, whose it is, and how large it may be. @throws {Problem} as `upload` */
  async expected(
    address: FileAddress,
  ): Promise<{ readonly owner: string; readonly maxBytes: number }> {
    const { owner, contentLength = MAX_TMX_BYTES } = await this.#awaiting(address);
    return { owner, maxBytes: contentLength };
  }

  /**
   * Makes a memory ready to be downloaded, or finds that it is.
   *
   * @throws {Problem} `translation_memory_not_found`
   */
  async startExport(
    owner: string,
    memoryId: string,
  ): Promise<{ readonly job: MemoryJob; readonly isReused: boolean }> {
    const { id, revision } = await this.memories.get(owner, memoryId);
    const now = new Date(this.clock.nowMs());
    const known = await this.store.findExport(id, revision, now);
    if (known !== undefined) return { job: known, isReused: true };
    const job = await this.#start({
      owner,
      operation: 'export',
      status: 'completed',
      memoryId: id,
      memoryRevision: revision,
    });
    return { job, isReused: false };
  }

  /** @throws {Problem} `translation_memory_job_not_found`, also for another owner's */
  async get(owner: string, id: string): Promise<MemoryJob> {
    const job = await this.store.find(id);
    if (job?.owner !== owner) throw MEMORY_ERRORS.jobNotFound();
    return this.#withExpiry(job);
  }

  /** The memory as TMX. @throws {Problem} `translation_memory_job_not_found` */
  async download(address: FileAddress): Promise<AsyncIterable<string>> {
    const job = await this.#at(address);
    if (job.operation !== 'export' || job.status === 'expired' || job.memoryId === undefined) {
      throw MEMORY_ERRORS.jobNotFound();
    }
    const tmx = await this.memories.export(job.owner, job.memoryId);
    await this.#end({ ...job, status: 'downloaded' });
    return tmx;
  }

  async #start(
    request: Omit<MemoryJob, 'id' | 'createdAt' | 'updatedAt' | 'expiresAt' | 'token'>,
  ): Promise<MemoryJob> {
    const nowMs = this.clock.nowMs();
    const job: MemoryJob = {
      ...request,
      id: this.ids.next(),
      createdAt: new Date(nowMs),
      updatedAt: new Date(nowMs),
      expiresAt: new Date(nowMs + LIFETIME_MS),
      token: this.random.bytes(TOKEN_BYTES).toString('base64url'),
    };
    await this.store.insert(job);
    return job;
  }

  async #end(job: MemoryJob): Promise<MemoryJob> {
    const ended = { ...job, updatedAt: new Date(this.clock.nowMs()) };
    await this.store.update(ended);
    return ended;
  }

  async #awaiting(address: FileAddress): Promise<MemoryJob> {
    const job = await this.#at(address);
    if (job.operation !== 'import') throw MEMORY_ERRORS.jobNotFound();
    if (job.status !== 'awaiting_input') throw MEMORY_ERRORS.uploadNotExpected();
    return job;
  }

  async #at({ jobId, token }: FileAddress): Promise<MemoryJob> {
    const job = await this.store.find(jobId);
    if (job === undefined || !isSame(job.token, token)) throw MEMORY_ERRORS.jobNotFound();
    return this.#withExpiry(job);
  }

  #withExpiry(job: MemoryJob): MemoryJob {
    const isOver =
      job.status === 'failed' || (job.operation === 'import' && job.status === 'completed');
    const isExpired = job.expiresAt.getTime() <= this.clock.nowMs();
    return isExpired && !isOver ? { ...job, status: 'expired' } : job;
  }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
