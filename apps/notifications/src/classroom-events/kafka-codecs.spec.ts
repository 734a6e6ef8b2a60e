import { describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { MAX_BATCH_BYTES, registerCodecs } from './kafka-codecs.js';

const MIB = 1024 * 1024;
const { CompressionCodecs, CompressionTypes } = kafkajs;

interface Codec {
  decompress: (packed: Buffer) => Promise<Buffer>;
}

describe('batches of Kafka', () => {
  registerCodecs();

  it.each([
    ['gzip', CompressionTypes.GZIP, gzipSync],
    ['zstd', CompressionTypes.ZSTD, zstdCompressSync],
  ])(
    'are read when they are compressed by %s, and never to more than fits',
    async (_name, type, pack) => {
      const codec = (CompressionCodecs as unknown as Record<number, () => Codec>)[type]!();

      const part = pack(Buffer.alloc(MIB));

      expect(String(await codec.decompress(pack('an event')))).toBe('an event');
      expect(await codec.decompress(Buffer.concat([part, part]))).toHaveLength(2 * MIB);
      // Packed parts, one behind the other, are a packed whole.
      const parts = Array.from({ length: MAX_BATCH_BYTES / MIB }, () => part);
      await expect(codec.decompress(Buffer.concat([...parts, pack('x')]))).rejects.toThrow();
    },
  );
});
