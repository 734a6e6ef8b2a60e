import { SAMPLES_A_FRAME } from '../../audio/adts.js';
import type { TimedChapter } from './id3.js';
import { box, fullBox, u16, u32, u64, u8 } from './mp4-boxes.js';
import type { BookTags } from './book-tags.js';

/** An audiobook whose sound is frames of AAC-LC, piece after piece. */
export interface M4bRecording {
  readonly sampleRate: number;
  readonly chapters: readonly TimedChapter[];
  /** The bytes of each frame of each piece. */
  readonly pieces: readonly Uint16Array[];
  /** Contents of the box `stsd`: what the frames are. */
  readonly sampleDescription: Uint8Array;
  /** Contents of the box `meta` with title, author and cover. */
  readonly tags: Uint8Array;
}

/** Ticks a second of all that is no sample of sound. */
const TICKS = 1000;
const SOUND = 1;
const CHAPTERS = 2;
/** Beyond it sizes and times take 64 bits; some players know no others. */
const MOST_OF_32_BITS = 0xffff_ffff;
/** A title in a Nero chapter has its length in one byte. */
const MAX_TITLE_BYTES = 255;
/** And in the track of text in two; nobody shows as many. */
const MAX_NAME_BYTES = 4096;

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/**
 * All of an M4B file but its frames, which follow: an index at the front, so that a player begins before it has the rest.
 * Chapters are there twice, as the players that there are read them: a track of text (QuickTime File Format, "Chapter
 * Lists") and Nero's `chpl`. O(frames), six bytes of memory a frame.
 *
 * @see ISO 14496-12 (boxes), ISO 14496-14 (AAC in them)
 */
export function m4bHead(recording: M4bRecording): Uint8Array {
  const titles = recording.chapters.map(({ title }) => chapterSample(title));
  const names = Buffer.concat(titles);
  const sound = recording.pieces.reduce((sum, piece) => sum + bytesOf(piece), 0);
  const frames = recording.pieces.reduce((sum, { length }) => sum + length, 0);
  const isWide = Math.max(sound * 2, frames * SAMPLES_A_FRAME) > MOST_OF_32_BITS;
  const type = box('ftyp', ascii('M4B '), u32(0), ascii('M4B M4A mp42isom'));
  const media = mediaHeader(names.length + sound, isWide);
  const sizes = fullBox(
    'stsz',
    [0, 0],
    u32(0, frames),
    ...recording.pieces.map((piece) => u32(...piece)),
  );
  const writer = { recording, titles, frames, sizes, isWide };
  // The index tells where the sound is, which is behind the index: its length does not depend on the numbers in it.
  const index = moov(writer, 0).length;
  const namesAt = type.length + index + media.length;
  return Buffer.concat([type, moov(writer, namesAt), media, names]);
}

interface Writer {
  readonly recording: M4bRecording;
  readonly titles: readonly Uint8Array[];
  readonly frames: number;
  readonly sizes: Uint8Array;
  readonly isWide: boolean;
}

function moov(writer: Writer, namesAt: number): Uint8Array {
  const { frames, isWide, recording } = writer;
  const duration = Math.round((frames * SAMPLES_A_FRAME * TICKS) / recording.sampleRate);
  const soundAt = namesAt + writer.titles.reduce((sum, { length }) => sum + length, 0);
  return box(
    'moov',
    fullBox(
      'mvhd',
      [Number(isWide), 0],
      timesOf({ timescale: TICKS, duration, isWide }),
      u32(0x10000),
      u16(0x100, 0),
      u32(0, 0),
      MATRIX,
      u32(0, 0, 0, 0, 0, 0, CHAPTERS + 1),
    ),
    soundTrack(writer, duration, soundAt),
    ...(recording.chapters.length === 0 ? [] : [chapterTrack(writer, duration, namesAt)]),
    box('udta', chapterList(recording.chapters), box('meta', recording.tags)),
  );
}

function soundTrack(writer: Writer, duration: number, at: number): Uint8Array {
  const { recording, frames, sizes, isWide } = writer;
  const { sampleRate, pieces, sampleDescription, chapters } = recording;
  let offset = at;
  const offsets = pieces.map((piece) => {
    const begin = offset;
    offset += bytesOf(piece);
    return begin;
  });
  return box(
    'trak',
    trackHeader({ track: SOUND, duration, isWide }),
    ...(chapters.length === 0 ? [] : [box('tref', box('chap', u32(CHAPTERS)))]),
    mediaBox({
      ...{ handler: 'soun', timescale: sampleRate, duration: frames * SAMPLES_A_FRAME, isWide },
      header: fullBox('smhd', [0, 0], u16(0, 0)),
      samples: [
        box('stsd', sampleDescription),
        fullBox('stts', [0, 0], u32(1, frames, SAMPLES_A_FRAME)),
        fullBox(
          'stsc',
          [0, 0],
          u32(pieces.length, ...pieces.flatMap(({ length }, index) => [index + 1, length, 1])),
        ),
        sizes,
        chunkOffsets(offsets, isWide),
      ],
    }),
  );
}

function chapterTrack(
  { recording, titles, isWide }: Writer,
  duration: number,
  at: number,
): Uint8Array {
  const { chapters } = recording;
  const lengths = chapters.flatMap(({ startMs, endMs }) => [
    1,
    Math.round(endMs) - Math.round(startMs),
  ]);
  return box(
    'trak',
    // Not enabled: nobody is to show it over the sound.
    trackHeader({ track: CHAPTERS, duration, isWide }),
    mediaBox({
      ...{ handler: 'text', timescale: TICKS, duration, isWide },
      header: TEXT_HEADER,
      samples: [
        fullBox('stsd', [0, 0], u32(1), TEXT_DESCRIPTION),
        fullBox('stts', [0, 0], u32(chapters.length, ...lengths)),
        fullBox('stsc', [0, 0], u32(1, 1, chapters.length, 1)),
        fullBox('stsz', [0, 0], u32(0, titles.length, ...titles.map(({ length }) => length))),
        chunkOffsets([at], isWide),
      ],
    }),
  );
}

interface Times {
  readonly timescale: number;
  readonly duration: number;
  readonly isWide: boolean;
}

/** Made and changed in no year, so that the same book gives the same bytes. */
const timesOf = ({ timescale, duration, isWide }: Times): Uint8Array =>
  isWide
    ? Buffer.concat([u64(0, 0), u32(timescale), u64(duration)])
    : u32(0, 0, timescale, duration);

const trackHeader = ({
  track,
  duration,
  isWide,
}: Omit<Times, 'timescale'> & { readonly track: number }): Uint8Array =>
  fullBox(
    'tkhd',
    [Number(isWide), track === SOUND ? 0b111 : 0b010],
    isWide
      ? Buffer.concat([u64(0, 0), u32(track, 0), u64(duration)])
      : u32(0, 0, track, 0, duration),
    u32(0, 0),
    u16(0, 0, track === SOUND ? 0x100 : 0, 0),
    MATRIX,
    u32(0, 0),
  );

interface Media extends Times {
  readonly handler: string;
  readonly header: Uint8Array;
  readonly samples: readonly Uint8Array[];
}

/** 'und': the language of a book is not told. */
const UNDETERMINED = 0x55c4;

const mediaBox = ({ handler, header, samples, ...times }: Media): Uint8Array =>
  box(
    'mdia',
    fullBox('mdhd', [Number(times.isWide), 0], timesOf(times), u16(UNDETERMINED, 0)),
    fullBox('hdlr', [0, 0], u32(0), ascii(handler), u32(0, 0, 0), u8(0)),
    box(
      'minf',
      header,
      box('dinf', fullBox('dref', [0, 0], u32(1), fullBox('url ', [0, 1]))),
      box('stbl', ...samples),
    ),
  );

const chunkOffsets = (offsets: readonly number[], isWide: boolean): Uint8Array =>
  isWide
    ? fullBox('co64', [0, 0], u32(offsets.length), u64(...offsets))
    : fullBox('stco', [0, 0], u32(offsets.length, ...offsets));

const mediaHeader = (length: number, isWide: boolean): Uint8Array =>
  isWide
    ? Buffer.concat([u32(1), ascii('mdat'), u64(length + 16)])
    : Buffer.concat([u32(length + 8), ascii('mdat')]);

/** QuickTime File Format, "Base Media Information Header Atom" and "Text Media Information Atom". */
const TEXT_HEADER = box(
  'gmhd',
  fullBox('gmin', [0, 0], u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
  box('text', MATRIX),
);

/** QuickTime File Format, "Text Sample Description": nothing is drawn. */
const TEXT_DESCRIPTION = box(
  'text',
  u32(0),
  u16(0, 1),
  u32(0, 0),
  u16(0, 0, 0),
  u32(0, 0),
  u32(0, 0),
  u16(0, 0),
  u8(0),
  u16(0, 0, 0, 0),
  u8(0),
);

/** A title with its length, and that it is UTF-8 (QuickTime File Format, "Text Sample Data"). */
function chapterSample(title: string): Uint8Array {
  const text = shortened(title, MAX_NAME_BYTES);
  return Buffer.concat([u16(text.length), text, box('encd', u32(0x100))]);
}

/** Nero's chapters: when each begins, in units of 100 ns. */
const chapterList = (chapters: readonly TimedChapter[]): Uint8Array =>
  fullBox(
    'chpl',
    [1, 0],
    u32(0),
    u8(chapters.length),
    ...chapters.flatMap(({ title, startMs }) => {
      const name = shortened(title, MAX_TITLE_BYTES);
      return [u64(Math.round(startMs * 10_000)), u8(name.length), name];
    }),
  );

/** Cut between characters, not within one. */
function shortened(title: string, most: number): Uint8Array {
  const bytes = Buffer.from(title);
  let end = Math.min(bytes.length, most);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

const bytesOf = (piece: Uint16Array): number => piece.reduce((sum, size) => sum + size, 0);
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

export type M4bDescription = Pick<M4bRecording, 'sampleRate' | 'sampleDescription' | 'tags'>;

/** Describes AAC-LC and writes tags, as MP4 has them. */
export abstract class M4bDescriber {
  abstract describe(tags: BookTags): Promise<M4bDescription>;
}
