/** ITU-T G.711: both laws compress 16-bit samples to 8 bits. */

const BIAS = 0x84;
const CLIP = 32635;

/** µ-law (G.711, table 2), as North America and Japan use it. */
export const toUlaw = (pcm: Int16Array): Uint8Array =>
  mapped(pcm, (sample) => {
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(CLIP, Math.abs(sample)) + BIAS;
    const exponent = 31 - Math.clz32(magnitude) - 7;
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    return ~(sign | (exponent << 4) | mantissa) & 0xff;
  });

/** A-law (G.711, table 1), as the rest of the world uses it; even bits are inverted. */
export const toAlaw = (pcm: Int16Array): Uint8Array =>
  mapped(pcm, (sample) => {
    const sign = sample < 0 ? 0 : 0x80;
    const magnitude = Math.min(32767, sample < 0 ? ~sample : sample) >> 3;
    const exponent = magnitude < 32 ? 0 : 31 - Math.clz32(magnitude) - 4;
    const mantissa = exponent === 0 ? (magnitude >> 1) & 0x0f : (magnitude >> exponent) & 0x0f;
    return (sign | (exponent << 4) | mantissa) ^ 0x55;
  });

/** `Uint8Array.from` asks the iterator for each sample, which takes ten times as long. */
function mapped(pcm: Int16Array, byteOf: (sample: number) => number): Uint8Array {
  const bytes = new Uint8Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) bytes[at] = byteOf(pcm[at] ?? 0);
  return bytes;
}
