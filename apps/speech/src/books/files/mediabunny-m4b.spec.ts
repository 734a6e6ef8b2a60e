import { describe, expect, it } from '@jest/globals';
import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input } from 'mediabunny';
import { m4bHead, type M4bRecording } from './m4b.js';
import { COVER } from '../../../test/books/epub.js';
import { MediabunnyM4b } from './mediabunny-m4b.js';

/** A book of so many frames, each of as many bytes. */
async function bookOf(frames: number, bytes: number): Promise<M4bRecording> {
  const described = await new MediabunnyM4b().describe({
    title: 'Книга',
    author: 'Ada',
    cover: COVER,
  });
  const pieces = Array.from({ length: Math.ceil(frames / 4000) }, (_, index) =>
    new Uint16Array(Math.min(4000, frames - index * 4000)).fill(bytes),
  );
  const endMs = (frames * 1024) / 24;
  const chapters = [
    { title: 'Вступ', startMs: 0, endMs: endMs / 2 },
    { title: 'é'.repeat(300), startMs: endMs / 2, endMs },
  ];
  return { ...described, pieces, chapters };
}

/** The file as a library reads it that did not write its index; the frames are zeros. */
function opened(head: Uint8Array, frameBytes: number): Input {
  return new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => head.length + frameBytes,
      read: (start, end) => {
        const bytes = new Uint8Array(end - start);
        bytes.set(head.subarray(start, end));
        return bytes;
      },
    }),
  });
}

describe('the head of an M4B', () => {
  it.each([
    ['a short one', 10_000, 170],
    ['one of twenty hours', 1_700_000, 340],
    ['one beyond four gigabytes', 100_000, 60_000],
  ])('tells where each frame is, of %s', async (_what, frames, bytes) => {
    const head = m4bHead(await bookOf(frames, bytes));

    const input = opened(head, frames * bytes);
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new Error('no track');
    const sink = new EncodedPacketSink(track);
    const first = await sink.getFirstPacket();
    const last = await sink.getPacket(Infinity);

    expect(await input.computeDuration()).toBeCloseTo((frames * 1024) / 24000, 2);
    expect([first?.byteLength, last?.byteLength]).toEqual([bytes, bytes]);
    expect(last?.timestamp).toBeCloseTo(((frames - 1) * 1024) / 24000, 3);
    expect(await input.getMetadataTags()).toMatchObject({ title: 'Книга', artist: 'Ada' });
    // Four bytes a frame and what does not grow.
    expect(head.length).toBeLessThan(frames * 4 + 20_000);
  });

  it('is the same for the same book', async () => {
    expect(m4bHead(await bookOf(100, 170))).toEqual(m4bHead(await bookOf(100, 170)));
  });

  it('cuts a long title between two letters', async () => {
    const head = Buffer.from(m4bHead(await bookOf(100, 170)));

    const list = head.subarray(head.indexOf('chpl'));
    expect(list.includes(Buffer.concat([Buffer.from([254]), Buffer.from('é'.repeat(127))]))).toBe(
      true,
    );
  });
});
