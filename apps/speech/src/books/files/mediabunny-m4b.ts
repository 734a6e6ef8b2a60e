import { Injectable } from '@nestjs/common';
import { lazily } from '@sextant/platform-runtime/promises';
import { SAMPLES_A_FRAME } from '../../audio/adts.js';
import { BOOK_FORMAT } from './book-format.js';
import type { BookTags } from './book-tags.js';
import type { M4bDescriber, M4bDescription } from './m4b.js';
import { imageTypeOf } from '../documents/image-type.js';
import { boxIn } from './mp4-boxes.js';

const { sampleRate, kbps = 64 } = BOOK_FORMAT.m4b.audio;
/** AAC-LC, 24 kHz, mono (ISO 14496-3, "AudioSpecificConfig"). */
const CONFIG = {
  codec: 'mp4a.40.2',
  numberOfChannels: 1,
  sampleRate,
  description: Uint8Array.of(0x13, 0x08),
};
const PACKETS = 100;
/** With the first book of this format. */
const mediabunny = lazily(() => import('mediabunny'));

/**
 * From a file that the library writes of silence. It could write all of a book, but keeps some 400 bytes a frame until the
 * end and then holds the event loop: 640 MB and 0.9 s for the 1.6 million frames of a million characters, measured.
 */
@Injectable()
export class MediabunnyM4b implements M4bDescriber {
  async describe({ title, author, cover }: BookTags): Promise<M4bDescription> {
    const { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } =
      await mediabunny();
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat(), target });
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source);
    const mimeType = cover && imageTypeOf(cover);
    output.setMetadataTags({
      ...{ title, album: title },
      ...(author === undefined ? {} : { artist: author }),
      ...(cover === undefined || mimeType === undefined
        ? {}
        : { images: [{ data: cover, mimeType, kind: 'coverFront' }] }),
    });
    await output.start();
    const seconds = SAMPLES_A_FRAME / sampleRate;
    const packet = new Uint8Array(Math.round(kbps * 125 * seconds));
    for (let index = 0; index < PACKETS; index += 1) {
      await source.add(new EncodedPacket(packet, 'key', index * seconds, seconds), {
        decoderConfig: CONFIG,
      });
    }
    await output.finalize();
    const file = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
    const sampleDescription = boxIn(file, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
    const tags = boxIn(file, ['moov', 'udta', 'meta']);
    if (sampleDescription === undefined || tags === undefined) {
      throw new Error('The library wrote an MP4 file without what is in each.');
    }
    return { sampleRate, sampleDescription, tags };
  }
}
