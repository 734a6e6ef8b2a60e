/**
 * Holds speech between the engine, which is never held back in the middle of a job, and a reader, which may be slow.
 * Beyond a mebibyte it is a file.
 */
export interface PcmSpool {
  /** Takes samples; never blocks. */
  write(pcm: Int16Array): void;
  /** Resolves when the reader is near enough for the next job, or there will be no reading: disks are not endless. */
  room(): Promise<void>;
  /** No more will come; with an error, readers fail when they have read what is there. */
  end(error?: unknown): void;
  /** All samples in order, as they come; one reader. */
  read(): AsyncIterable<Int16Array>;
  /** Gives back memory and disk. */
  close(): Promise<void>;
}

export abstract class PcmSpools {
  abstract create(): PcmSpool;
}
