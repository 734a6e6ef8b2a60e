/** Samples that are worked on at a time, in seconds: longer stretches would hold up other requests. */
const CHUNK_SECONDS = 0.25;

/** Lets other requests be served between two stretches. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Stretches that are short enough for one turn. */
export function* chunks(pcm: Int16Array, sampleRate: number): Generator<Int16Array> {
  const size = Math.round(CHUNK_SECONDS * sampleRate);
  for (let start = 0; start < pcm.length; start += size) yield pcm.subarray(start, start + size);
}
