import { Injectable } from '@nestjs/common';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { Blobs } from '@sextant/platform-data/blobs';
import { framesOf } from '../audio/adts.js';
import { coverKey, headKey, partKey, type Book } from './book.js';
import { BookStore } from './book-store.js';
import { m4bHead, M4bDescriber } from './files/m4b.js';
import { timedChapters } from './timed-chapters.js';

/** What stands before the sound of an M4B: made once, when the last piece is there, so that a download reads each piece once. */
@Injectable()
export class BookHeads {
  constructor(
    private readonly store: BookStore,
    private readonly blobs: Blobs,
    private readonly describer: M4bDescriber,
  ) {}

  /** Keeps it with the book, where its format needs one. One piece is in memory at a time. */
  async keep(book: Book, signal: AbortSignal): Promise<void> {
    if (book.format !== 'm4b') return;
    const { store, blobs, describer } = this;
    const parts = await store.parts(book.id);
    const pieces: Uint16Array[] = [];
    for (const { piece } of parts) {
      signal.throwIfAborted();
      const audio = await blobs.get(partKey(book.id, piece));
      if (audio === undefined) throw new Error(`A part of the book ${book.id} is gone.`);
      pieces.push(Uint16Array.from(framesOf(audio), ({ length }) => length));
      await othersFirst();
    }
    const cover = await blobs.get(coverKey(book.id));
    const described = await describer.describe({ ...book, cover });
    // A chapter that says nothing has no time of its own.
    const chapters = timedChapters(book, parts).filter(({ startMs, endMs }) => endMs > startMs);
    await blobs.put(headKey(book.id), m4bHead({ ...described, chapters, pieces }));
  }
}
