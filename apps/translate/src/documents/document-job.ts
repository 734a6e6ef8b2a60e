import type { PlaceholderFormat } from '../text/placeholder-formats.js';
import type { Customer } from '../usage/usage.js';

export type DocumentStatus = 'queued' | 'translating' | 'done' | 'error';

/** A document on its way. What is in it, and what was asked of it, is kept apart under the caller's key. */
export interface DocumentJob {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly customer: Customer;
  /** SHA-256 of the key that the caller holds. */
  readonly keyDigest: Uint8Array;
  /** As the caller wrote it. */
  readonly targetLang: string;
  /** Extension of the file, lower case. */
  readonly format: string;
  readonly bytes: number;
  readonly status: DocumentStatus;
  /** What will be billed: Unicode code points of what is translated. */
  readonly characters: number;
  /** Of what is not, because it was translated before; undefined where nothing is remembered. */
  readonly reusedCharacters?: number | undefined;
  /** Those that are translated. */
  readonly units: number;
  /** Texts that stay since something in the document depends on them. */
  readonly keptTexts: number;
  /** Those of the units that are done. */
  readonly placeholderFormats: readonly PlaceholderFormat[];
  readonly unitsDone: number;
  /** Stretches of translations that are stored. */
  readonly parts: number;
  /** In words for the caller. */
  readonly error?: string | undefined;
  readonly createdAt: Date;
  /** When its translation began. */
  readonly startedAt?: Date | undefined;
  readonly expiresAt: Date;
  /** Milliseconds since it got any further. */
  readonly idleMs: number;
  /** Whether a process works on it. */
  readonly isHeld: boolean;
}

/** What a caller needs for everything else that is done with a document. */
export interface DocumentHandle {
  readonly owner: string;
  readonly id: string;
  readonly key: string;
}

/** What a caller may have at once; what is there already counts. */
export interface DocumentLimits {
  /** Of one document. */
  readonly characters: number;
  /** Documents that are not ended. */
  readonly unfinished: number;
  /** Of all files that are kept. */
  readonly storedBytes: number;
}

/** What a new document begins with. */
export type NewDocument = Pick<
  DocumentJob,
  | 'id'
  | 'customer'
  | 'keyDigest'
  | 'targetLang'
  | 'format'
  | 'bytes'
  | 'characters'
  | 'reusedCharacters'
  | 'units'
  | 'keptTexts'
>;

/** How far the work on a document is. */
export interface DocumentProgress {
  readonly unitsDone: number;
  readonly placeholderFormats: readonly PlaceholderFormat[];
  readonly parts: number;
}

export interface DocumentPage {
  readonly documents: readonly DocumentJob[];
  readonly total: number;
}

/**
 * Where jobs are kept. Time is that of the store: replicas need no common clock.
 *
 * A process holds what it works on; its hold ends by itself when it is not renewed.
 */
export abstract class DocumentJobStore {
  /**
   * Takes a document's place while it is uploaded.
   *
   * @throws {Problem} `documents_limit`, `documents_storage_limit`; nothing is stored then
   */
  abstract insert(job: NewDocument, limits: DocumentLimits): Promise<void>;
  /** Its contents are kept: from now on it waits for its caller. */
  abstract uploaded(id: string): Promise<void>;
  abstract find(id: string, owner: string): Promise<DocumentJob | undefined>;
  /** The newest first. */
  abstract list(
    owner: string,
    page: { readonly skip: number; readonly take: number },
  ): Promise<DocumentPage>;
  /** @returns the unfinished job when nobody else holds it */
  abstract hold(id: string, worker: string): Promise<DocumentJob | undefined>;
  /** @returns whether the worker holds the job still */
  abstract renew(id: string, worker: string): Promise<boolean>;
  /** Renews too. */
  abstract progress(id: string, worker: string, progress: DocumentProgress): Promise<boolean>;
  abstract release(id: string, worker: string): Promise<void>;
  abstract finish(
    id: string,
    worker: string,
    outcome: { readonly status: 'done' } | { readonly status: 'error'; readonly error: string },
  ): Promise<boolean>;
  /** @returns whether the result of an ended job is the worker's alone now */
  abstract holdResult(id: string, worker: string): Promise<boolean>;
  /** Makes the hold of a result as long as it was in the beginning. @returns whether there was one */
  abstract keepResult(id: string, worker: string): Promise<boolean>;
  /** Ends a job for everybody; its contents are to be removed. @returns undefined when there was none */
  abstract discard(id: string, owner: string): Promise<DocumentJob | undefined>;
  /** Those that nobody can ask for any more. */
  abstract expired(): Promise<readonly DocumentJob[]>;
  abstract delete(id: string): Promise<void>;
  /** Leaves an expired one alone for some minutes. */
  abstract putOff(id: string): Promise<void>;
}
