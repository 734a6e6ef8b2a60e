import type { DocumentKind } from './book-text.js';

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
export interface BookUpload {
  readonly bytes: Uint8Array;
  readonly kind: DocumentKind;
  /** Where the document names none. */
  readonly title: string;
  readonly settings: BookSettings;
  /** Told when the book ends. */
  readonly webhookUrl?: URL | undefined;
}

export const textKey = (id: string): string => `books/${id}/text`;
export const partKey = (id: string, piece: number): string => `books/${id}/part-${piece}`;
