/** Samples by which LAME delays; decoders know that they delay by 529 themselves. */
const ENCODER_DELAY = 576;

const MPEG1 = 3;
/** Bytes of side information of a mono frame, by whether it is MPEG-1. */
const SIDE_INFO = { mpeg1: 17, mpeg2: 9 };
const SAMPLES_A_FRAME = { mpeg1: 1152, mpeg2: 576 };
/** Layer III, kilobits a second (ISO 11172-3 and 13818-3). */
const KBPS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const RATES = { mpeg1: [44100, 48000, 32000], mpeg2: [22050, 24000, 16000] };

/**
 * Puts LAME's "Info" frame in front of a whole mono MP3 file: players then know its length, and leave out the samples
 * that encoder and decoder add at both ends (LAME's tag, revision 1).
 *
 * @param samples how many went into the encoder
 */
export function withInfoFrame(mp3: Uint8Array, samples: number): Uint8Array {
  const bytes = Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength);
  const frame = frameOf(bytes);
  if (frame === undefined) return mp3;
  const info = Buffer.alloc(frame.bytes);
  bytes.copy(info, 0, 0, 4);
  info[1] = (info[1] ?? 0) | 0x01; // no checksum follows
  info[2] = (info[2] ?? 0) & ~0x02; // no padding
  const at = 4 + SIDE_INFO[frame.version];
  const frames = Math.ceil(bytes.length / frame.bytes);
  info.write('Info', at, 'latin1');
  info.writeUInt32BE(0b0011, at + 4); // frames and bytes follow
  info.writeUInt32BE(frames, at + 8);
  info.writeUInt32BE(bytes.length + info.length, at + 12);
  const lame = at + 16;
  info.write('LAME3.100', lame, 'latin1');
  const end = Math.max(0, frames * SAMPLES_A_FRAME[frame.version] - ENCODER_DELAY - samples);
  info.writeUIntBE((ENCODER_DELAY << 12) | Math.min(4095, end), lame + 21, 3);
  return Buffer.concat([info, bytes]);
}

interface Frame {
  readonly version: 'mpeg1' | 'mpeg2';
  readonly bytes: number;
}

/** What the header of the first frame says; nothing if there is none, or no room for the tag. */
function frameOf(bytes: Buffer): Frame | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) >> 5 !== 0x7ff) return undefined;
  const header = bytes.readUInt32BE(0);
  const version = ((header >> 19) & 3) === MPEG1 ? 'mpeg1' : 'mpeg2';
  const kbps = KBPS[version][(header >> 12) & 15] ?? 0;
  const rate = RATES[version][(header >> 10) & 3] ?? 0;
  if (kbps === 0 || rate === 0) return undefined;
  const size = Math.floor((SAMPLES_A_FRAME[version] / 8) * ((kbps * 1000) / rate));
  return size < 4 + SIDE_INFO[version] + 16 + 36 ? undefined : { version, bytes: size };
}
