import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BOOK_ERRORS } from './book-errors.js';
import type { MeasuredText, MostText } from './bounded-text.js';
import type { DocumentReader, UploadedDocument } from './document-reader.js';
import { ProgramPools } from '../../programs/program-pools.js';
import type { DocumentJob } from './documents.js';
import { engineFailure } from '../../programs/engine-failure.js';
import { ProgramError, type ProgramPool } from '../../programs/program-pool.js';

/** A document that takes longer to read, or more memory, is an attack, and ends the process. */
const READ_MS = 20_000;
const READ_MIB = '1024';

/** Reads documents in a child process: parsers read what strangers send, and a small archive may be large inside. */
@Injectable()
export class ProgramReader implements DocumentReader, OnApplicationShutdown {
  readonly #pool: ProgramPool<DocumentJob, MeasuredText>;

  constructor(pools: ProgramPools) {
    this.#pool = pools.create({
      program: 'books/documents/documents',
      triesAgain: false,
      size: 1,
      maxWaiting: 16,
      stallMs: READ_MS,
      env: { MAX_MEMORY_MIB: READ_MIB },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.close();
  }

  async read(
    { bytes, kind, title }: UploadedDocument,
    { workspace, most }: { readonly workspace: string; readonly most: MostText },
  ): Promise<MeasuredText> {
    const { signal } = new AbortController();
    let text: MeasuredText | undefined;
    try {
      const job = { bytes, kind, title, most };
      await this.#pool.run({
        job,
        onPart: (part) => (text = part),
        signal,
        workspace,
        cost: bytes.length,
      });
    } catch (error) {
      if (!(error instanceof ProgramError)) throw engineFailure(error, signal);
      throw BOOK_ERRORS.unreadable({
        cause: error,
        message: `The document cannot be read as ${kind}: ${error.message.slice(0, 200)}`,
        details: { fields: { document: 'cannot be read' } },
      });
    }
    if (text === undefined) throw BOOK_ERRORS.unreadable();
    return text;
  }
}
