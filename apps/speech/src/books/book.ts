import type { BookFormatName } from './files/book-format.js';
import type { UploadedDocument } from './documents/document-reader.js';

/** Where a book stands; `leaving` is one that is being deleted. */
export type BookState = 'queued' | 'running' | 'complete' | 'failed' | 'leaving';

/** How a book is to be spoken. */
export interface BookSettings {
  readonly voiceId: string;
  readonly model?: string | undefined;
  readonly language?: string | undefined;
}

export interface BookChapter {
  readonly title: string;
  readonly pieces: number;
}

/** A book as it is stored; its text is a blob. */
export interface Book {
  readonly id: string;
  readonly workspace: string;
  readonly title: string;
  /** As its EPUB tells. */
  readonly author?: string | undefined;
  readonly format: BookFormatName;
  readonly state: BookState;
  readonly settings: BookSettings;
  readonly chapters: readonly BookChapter[];
  readonly characters: number;
  readonly createdAt: Date;
  /** Why it failed, as the routes of synthesis tell it. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** How far it is. */
export interface BookProgress {
  readonly pieces: number;
  readonly characters: number;
  readonly durationMs: number;
  readonly bytes: number;
}

/** A piece that was spoken; its sound is a blob. */
export interface BookPart {
  readonly piece: number;
  readonly chapter: number;
  readonly characters: number;
  readonly durationMs: number;
  readonly bytes: number;
}

/** A document that is to be spoken. */
export interface BookUpload extends UploadedDocument {
  readonly settings: BookSettings;
  readonly format: BookFormatName;
  /** Told when the book ends. */
  readonly webhookUrl?: URL | undefined;
}

export const textKey = (id: string): string => `books/${id}/text`;
export const partKey = (id: string, piece: number): string => `books/${id}/part-${piece}`;
/** Of an M4B: all of the recording that stands before its sound. */
export const headKey = (id: string): string => `books/${id}/head`;
export const coverKey = (id: string): string => `books/${id}/cover`;
