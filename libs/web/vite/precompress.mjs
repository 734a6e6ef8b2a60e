import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files gain nothing: one packet carries them anyway. */
const LEAST_BYTES = 1024;
/** Above it the highest level takes seconds for hundredths of the size. */
const LARGE_BYTES = 1024 * 1024;
const TEXTS = /\.(js|css|html|svg|json)$/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside what can be compressed, at the highest level, once: a server that
 * compresses for each request can afford only a low one.
 *
 * @param {{ except?: RegExp }} [options] files that the server changes before it sends them
 * @returns {import('vite').Plugin}
 */
export const precompress = ({ except = /\.html$/ } = {}) => ({
  name: 'sextant:precompress',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const files = Object.values(bundle)
      .filter(({ fileName }) => TEXTS.test(fileName) && !except.test(fileName))
      .map((file) => ({
        name: file.fileName,
        bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }));
    for (const { name, bytes } of files) {
      if (bytes.length < LEAST_BYTES) continue;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
      this.emitFile({ type: 'asset', fileName: `${name}.br`, source: br });
      this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gz });
    }
  },
});
