import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files gain nothing: one packet carries them anyway. */
const LEAST_BYTES = 1024;
/** Above it level 10 takes seconds for hundredths of the size, as 11 does for smaller ones. */
const LARGE_BYTES = 1024 * 1024;
/** Documents are compressed by the service, which puts its settings into them. */
const TEXTS = /\.(js|css|svg|json|ttf)$/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside what can be compressed, at a high level, once: a server that compresses
 * for each request can afford only a low one. When all is written: other plugins change files to the last.
 *
 * @returns {import('vite').Plugin}
 */
export const precompress = () => ({
  name: 'sextant:precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of entries.filter((entry) => TEXTS.test(entry.name))) {
      await compressFile(join(parentPath, name));
    }
  },
});

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;

  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
