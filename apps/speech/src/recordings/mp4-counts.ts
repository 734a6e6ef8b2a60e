/** Where a table says how many samples it is of, in bytes behind its name. */
const COUNTS = { stsz: 12, stz2: 12, trun: 8 } as const;
const TIMES = { name: 'stts', entries: 8, first: 12, entryBytes: 8 } as const;

/**
 * Whether an MP4 says that it has more samples than bytes: a few bytes can name four billion of one length, and a reader
 * makes room for all of them.
 *
 * @see ISO 14496-12, 8.6.1.2 (`stts`), 8.7.3 (`stsz`, `stz2`), 8.8.8 (`trun`)
 */
export function saysTooManySamples(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = Object.entries(COUNTS).flatMap(([name, offset]) =>
    placesOf(file, name).map((place) => numberAt(file, place + offset)),
  );
  const times = placesOf(file, TIMES.name).map((place) => samplesOfTimes(file, place));
  return [...counts, ...times].some((count) => count > file.length);
}

function samplesOfTimes(file: Buffer, place: number): number {
  const entries = numberAt(file, place + TIMES.entries);
  let samples = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const at = place + TIMES.first + entry * TIMES.entryBytes;
    if (at + TIMES.entryBytes > file.length || samples > file.length) break;
    samples += numberAt(file, at);
  }
  return samples;
}

/** Each is looked at once, however many there are. */
function placesOf(file: Buffer, name: string): readonly number[] {
  const places: number[] = [];
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 4)) places.push(at);
  return places;
}

const numberAt = (file: Buffer, at: number): number =>
  at + 4 <= file.length ? file.readUInt32BE(at) : 0;
