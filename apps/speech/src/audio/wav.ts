import { endianness } from 'node:os';

const HEADER_BYTES = 44;
/** What readers of streams take for "until the end". */
const UNKNOWN = 0xffffffff;

/**
 * Header of a WAV file with 16-bit mono samples (RIFF, "Multimedia Programming Interface 1.0").
 *
 * @param dataBytes of the samples; absent for a stream, whose end nobody knows
 */
export function wavHeader(sampleRate: number, dataBytes?: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(dataBytes === undefined ? UNKNOWN : dataBytes + HEADER_BYTES - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes ?? UNKNOWN, 40);
  return header;
}

/** Samples as bytes, the low one first. They are the same memory where the machine has them in that order. */
export function littleEndian(pcm: Int16Array): Uint8Array {
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap16();
}
