import { describe, expect, it } from '@jest/globals';
import { OUTPUT_FORMATS } from './audio-format.js';
import { framesOf, SAMPLES_A_FRAME, withoutHeaders } from './adts.js';
import { WasmEncoders } from './wasm-encoders.js';

describe('frames of AAC', () => {
  it('are told apart, and no byte is lost but those of their headers', async () => {
    const format = OUTPUT_FORMATS.get('aac_24000');
    if (format === undefined) throw new Error('no such format');
    const encoder = await new WasmEncoders().create({ format });
    const tone = Int16Array.from({ length: 24000 }, (_, n) => 8000 * Math.sin(n / 7));
    const stream = Buffer.concat([await encoder.encode(tone), await encoder.finish()]);
    encoder.close();

    const frames = framesOf(stream);

    expect(frames.length).toBeGreaterThanOrEqual(Math.ceil(24000 / SAMPLES_A_FRAME));
    expect(withoutHeaders(stream).length).toBe(stream.length - frames.length * 7);
    expect(() => framesOf(stream.subarray(0, stream.length - 1))).toThrow('no frame of AAC');
    expect(() => framesOf(stream.subarray(3))).toThrow('at byte 0');
  });
});
