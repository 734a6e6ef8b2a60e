import { BOOK_ERRORS } from './book-errors.js';
import type { MeasuredText } from './bounded-text.js';
import type { ReadDocument } from './document-reader.js';
import type { DocumentJob } from './documents.js';
import { engineFailure } from '../../programs/engine-failure.js';
import { ProgramError, type ProgramPool } from '../../programs/program-pool.js';

/** Reads documents in a child process: parsers read what strangers send, and a small archive may be large inside. */
export const programReader =
  (pool: ProgramPool<DocumentJob, MeasuredText>): ReadDocument =>
  async ({ bytes, kind, title }, { workspace, most }) => {
    const { signal } = new AbortController();
    let text: MeasuredText | undefined;
    try {
      const job = { bytes, kind, title, most };
      await pool.run({
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
  };
