/** Samples of a frame of AAC-LC. */
export const SAMPLES_A_FRAME = 1024;

/** The frames of a stream without their headers. O(n). @see ISO 14496-3, 1.A.2.2, "Audio_Data_Transport_Stream frame, ADTS" @throws {Error} for what is none */
export function framesOf(stream: Uint8Array): readonly Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < stream.length;) {
    const { header, length } = frameAt(stream, at);
    frames.push(stream.subarray(at + header, at + length));
    at += length;
  }
  return frames;
}

const SYNC = 0xfff;
/** Of a header without a checksum. */
const HEADER_BYTES = 7;

function frameAt({ buffer, byteOffset, length: end }: Uint8Array, at: number) {
  const isWhole = at + HEADER_BYTES <= end;
  const view = new DataView(buffer, byteOffset + at, isWhole ? HEADER_BYTES : 0);
  const isSync = isWhole && view.getUint16(0) >> 4 === SYNC;
  const header = isSync && view.getUint8(1) % 2 === 1 ? HEADER_BYTES : HEADER_BYTES + 2;
  const length = isSync ? (view.getUint32(3) >> 13) & 0x1fff : 0; // 13 bits from bit 30 on
  if (length < header || at + length > end) {
    throw new Error(`There is no frame of AAC at byte ${at}.`);
  }
  return { header, length };
}

/** What an MP4 file takes of a stream: its frames one after the other. */
export const withoutHeaders = (stream: Uint8Array): Uint8Array => Buffer.concat(framesOf(stream));
