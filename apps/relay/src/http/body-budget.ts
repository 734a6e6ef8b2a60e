import type { IncomingMessage } from 'node:http';

interface Reading {
  bytes: number;
  readonly refuse: () => void;
}

/** The most that deflate makes of a byte (zlib's "Technical Details"). */
const MOST_INFLATED = 1032;

/**
 * What bodies that are still being read may take of the memory together. Who announces sixteen MiB and sends all of it
 * but the end costs nothing but connections; when there is too much, the largest goes, so that small ones never do.
 */
export class BodyBudget {
  readonly #readings = new Set<Reading>();
  #bytes = 0;

  /**
   * @param most bytes of all
   * @param mostOfOne bytes that one may have, also when it was compressed
   */
  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /**
   * Counts a body from now on. Called before whatever reads it.
   *
   * @param refuse called when there is no room for it
   * @returns what says that it was read
   */
  watch(request: IncomingMessage, refuse: () => void): () => void {
    const reading: Reading = { bytes: 0, refuse };
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    const weight = encoding === 'identity' ? 1 : MOST_INFLATED;
    const count = ({ length }: Buffer) => {
      if (!this.#readings.has(reading)) return;
      const bytes = Math.min(this.mostOfOne, reading.bytes + length * weight);
      this.#bytes += bytes - reading.bytes;
      reading.bytes = bytes;
      if (this.#bytes > this.most) this.#refuseLargest();
    };
    const end = () => {
      request.off('data', count);
      this.#forget(reading);
    };
    this.#readings.add(reading);
    request.on('data', count);
    request.once('close', end);
    return end;
  }

  #refuseLargest(): void {
    const [first, ...others] = this.#readings;
    if (first === undefined) return;
    const largest = others.reduce((most, one) => (one.bytes > most.bytes ? one : most), first);
    this.#forget(largest);
    largest.refuse();
  }

  #forget(reading: Reading): void {
    if (this.#readings.delete(reading)) this.#bytes -= reading.bytes;
  }
}
