import { describe, expect, it } from '@jest/globals';
import { OUTPUT_FORMATS } from './audio-format.js';
import { WasmEncoders } from './wasm-encoders.js';

/** A tone; silence would be encoded in nothing. */
const tone = (sampleRate: number, seconds: number): Int16Array =>
  Int16Array.from({ length: Math.round(sampleRate * seconds) }, (_, index) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 440 * index) / sampleRate)),
  );

describe('encoders of streams', () => {
  it.each([...OUTPUT_FORMATS].filter(([, { codec }]) => codec !== 'aac' && codec !== 'flac'))(
    'give bytes of sound for the first 100 ms: %s',
    async (_id, format) => {
      const encoder = await new WasmEncoders().create({ format });

      const bytes = await encoder.encode(tone(format.sampleRate, 0.1));

      // More than a header: at least half of the bit rate, or of the samples.
      expect(bytes.length).toBeGreaterThan(format.kbps === undefined ? 100 : format.kbps * 3);
      encoder.close();
    },
  );

  it.each(['aac_24000', 'flac_24000'])(
    'give bytes of %s within 400 ms: frames are long',
    async (id) => {
      const format = OUTPUT_FORMATS.get(id);
      if (format === undefined) throw new Error('no such format');
      const encoder = await new WasmEncoders().create({ format });

      let bytes = 0;
      let tenths = 0;
      for (; bytes === 0 && tenths < 10; tenths += 1) {
        bytes = (await encoder.encode(tone(24000, 0.1))).length;
      }

      expect(tenths).toBeLessThanOrEqual(4);
      encoder.close();
    },
  );
});
