import type { AudioFormat } from '../../audio/audio-format.js';
import type { Route } from '../../models/models.js';
import { framesOf, SAMPLES_A_FRAME, withoutHeaders } from '../../audio/adts.js';

/** As which pieces of a book are spoken. */
export const BOOK_ROUTE: Route = 'stream';

/** What a book's recording may be. */
export const BOOK_FORMATS = ['mp3', 'm4b'] as const;
export type BookFormatName = (typeof BOOK_FORMATS)[number];

/** How a piece of a book is encoded and kept. */
export interface BookFormat {
  readonly audio: AudioFormat;
  readonly mediaType: string;
  readonly durationMs: (encoded: Uint8Array) => number;
  /** What of a piece stands in the recording. */
  readonly content: (encoded: Uint8Array) => Uint8Array;
}

/** Of speech; a file of many hours stays small. */
const RATE = 24000;
const KBPS = 64;

/** Both of speech, and of the same size. */
export const BOOK_FORMAT: Readonly<Record<BookFormatName, BookFormat>> = {
  mp3: {
    audio: { id: 'mp3_24000_64', codec: 'mp3', sampleRate: RATE, kbps: KBPS },
    mediaType: 'audio/mpeg',
    durationMs: ({ length }) => (length * 8) / KBPS,
    content: (encoded) => encoded,
  },
  m4b: {
    audio: { id: 'aac_24000', codec: 'aac', sampleRate: RATE, kbps: KBPS },
    mediaType: 'audio/mp4',
    durationMs: (encoded) => (framesOf(encoded).length * SAMPLES_A_FRAME * 1000) / RATE,
    content: withoutHeaders,
  },
};
