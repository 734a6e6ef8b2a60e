import { imageTypeOf } from '../documents/image-type.js';
import type { BookTags } from './book-tags.js';

/** A chapter of a recording. */
export interface TimedChapter {
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A table of contents has no more entries (ID3v2 Chapter Frame Addendum, 3.2). */
export const MAX_CHAPTERS = 255;

/** ID3v2.3 with title, author, cover and chapters (id3.org, ID3v2 Chapter Frame Addendum 1.0): what stands before an MP3's first frame. */
export function id3Tag(
  { title, author, cover }: BookTags,
  chapters: readonly TimedChapter[],
): Uint8Array {
  const ids = chapters.map((_, index) => latin1(`ch${index}\0`));
  const contents = Buffer.concat([latin1('toc\0'), Buffer.from([0b11, chapters.length]), ...ids]);
  const frames = Buffer.concat([
    frame('TIT2', utf16(title)),
    ...(author === undefined ? [] : [frame('TPE1', utf16(author))]),
    frame('CTOC', contents),
    ...chapters.map((chapter, index) =>
      frame('CHAP', chapterBody(chapter, ids[index] ?? latin1(''))),
    ),
    ...(cover === undefined ? [] : [frame('APIC', pictureBody(cover))]),
  ]);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...synchsafe(frames.length)]);
  return Buffer.concat([header, frames]);
}

function chapterBody({ title, startMs, endMs }: TimedChapter, id: Uint8Array): Uint8Array {
  const times = Buffer.alloc(16, 0xff); // places in the file are not told
  times.writeUInt32BE(Math.round(startMs), 0);
  times.writeUInt32BE(Math.round(endMs), 4);
  return Buffer.concat([id, times, frame('TIT2', utf16(title))]);
}

const FRONT_COVER = 3;

const pictureBody = (cover: Uint8Array): Uint8Array =>
  Buffer.concat([
    latin1(`\0${imageTypeOf(cover) ?? 'image/'}\0`),
    Buffer.from([FRONT_COVER, 0]),
    cover,
  ]);

function frame(name: string, body: Uint8Array): Uint8Array {
  const header = Buffer.alloc(10);
  header.write(name, 'latin1');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

/** Four times seven bits. */
const synchsafe = (value: number): readonly number[] =>
  [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f);
