import kafkajs from 'kafkajs';
import { promisify } from 'node:util';
import { gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';

/** Of a batch that brokers take by default at a megabyte: a small one must not become all memory. */
export const MAX_BATCH_BYTES = 128 * 1024 * 1024;

const LIMIT = { maxOutputLength: MAX_BATCH_BYTES };

interface Encoded {
  readonly buffer: Buffer;
}

/** kafkajs reads gzip alone, without a limit: one batch in zstd would stop the feed. */
export function registerCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.GZIP] = () => ({
    compress: ({ buffer }: Encoded) => promisify(gzip)(buffer),
    decompress: (buffer: Buffer) => promisify(gunzip)(buffer, LIMIT),
  });
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: ({ buffer }: Encoded) => promisify(zstdCompress)(buffer),
    decompress: (buffer: Buffer) => promisify(zstdDecompress)(buffer, LIMIT),
  });
}
