/** What uploads may be; named as the decoder names them. */
export type Container = 'wav' | 'mp3' | 'flac' | 'opus' | 'oga' | 'm4a' | 'webm';

const at = (bytes: Uint8Array, offset: number, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset + offset, Math.max(0, bytes.length - offset))
    .subarray(0, text.length)
    .equals(Buffer.from(text, 'latin1'));

const SNIFFERS: readonly (readonly [Container, (bytes: Uint8Array) => boolean])[] = [
  ['wav', (bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WAVE')],
  ['flac', (bytes) => at(bytes, 0, 'fLaC')],
  ['opus', (bytes) => at(bytes, 0, 'OggS') && head(bytes).includes('OpusHead')],
  ['oga', (bytes) => at(bytes, 0, 'OggS') && head(bytes).includes('\x01vorbis')],
  ['m4a', (bytes) => at(bytes, 4, 'ftyp') && !hasMp4Video(bytes)],
  ['webm', (bytes) => at(bytes, 0, '\x1a\x45\xdf\xa3') && isAudioWebm(bytes)],
  ['mp3', isMp3],
];

/** What the first bytes say that it is: names and media types are the sender's word only. Nothing for what is not accepted. */
export function containerOf(bytes: Uint8Array): Container | undefined {
  if (bytes.length < 16) return undefined;
  return SNIFFERS.find(([, fits]) => fits(bytes))?.[0];
}

const HEAD_BYTES = 4096;
const head = (bytes: Uint8Array, length = HEAD_BYTES): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1');

/** A frame header (ISO 11172-3, 2.4.2.3) of layer III, or an ID3 tag before it. Layer 0 would be AAC's. */
function isMp3(bytes: Uint8Array): boolean {
  if (at(bytes, 0, 'ID3')) return true;
  const [first = 0, second = 0] = bytes;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
}

/** Handlers of an MP4 that are looked at; recordings have two or three, and each look takes time of everybody. */
const MOST_HANDLERS = 1000;

/** Handler type of a track (ISO 14496-12, 8.4.3): it stands eight bytes after the box's name. */
function hasMp4Video(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let found = file.indexOf('hdlr'); found >= 0; found = file.indexOf('hdlr', found + 4)) {
    count += 1;
    if (count > MOST_HANDLERS) return true; // Whatever it is, it is no recording.
    if (file.toString('latin1', found + 12, found + 16) === 'vide') return true;
  }
  return false;
}

/** Tracks stand before the first cluster; ids of video codecs begin with `V_` (Matroska codec specifications). */
function isAudioWebm(bytes: Uint8Array): boolean {
  const start = head(bytes, 65536);
  return start.includes('webm') && !/V_(VP8|VP9|AV1|MPEG)/.test(start);
}
