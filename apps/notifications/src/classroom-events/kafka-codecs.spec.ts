import { describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { MAX_BATCH_BYTES, registerCodecs } from './kafka-codecs.js';

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

      expect(String(await codec.decompress(pack('an event')))).toBe('an event');
      await expect(codec.decompress(pack(Buffer.alloc(MAX_BATCH_BYTES + 1)))).rejects.toThrow();
    },
  );
});
