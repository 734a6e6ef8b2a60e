import { inflateSync } from 'node:zlib';

/** Of one stream when it is unpacked, and of all together. */
const MOST_OF_ONE = 64 * 1024 * 1024;
const MOST_OF_ALL = 512 * 1024 * 1024;
/** Nobody packs a stream more than twice. */
const MOST_LAYERS = 3;
/** Other filters than Flate are read by libraries without a limit: an honest stream of them is small. */
const MOST_OF_OTHERS = 1024 * 1024;
const HEAD_BYTES = 2048;
const OTHER_FILTERS = /\/(?:LZW|LZWDecode|RL|RunLengthDecode)\b/;

/**
 * Unpacks every stream once, within limits, before anybody reads them without.
 *
 * @throws {Error} where a stream unpacks to too much
 */
export function checkStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  let at = file.indexOf('stream');
  for (; at !== -1; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    const start = file[at + 6] === 13 && file[at + 7] === 10 ? at + 8 : at + 7;
    checkOthers(file, at);
    total += unpackedBytes(file.subarray(start), 0);
    if (total > MOST_OF_ALL) throw new Error('it unpacks to too much');
  }
}

function checkOthers(file: Buffer, at: number): void {
  const head = withoutEscapes(file.toString('latin1', Math.max(0, at - HEAD_BYTES), at));
  const dictionary = head.slice(head.lastIndexOf('obj'));
  if (!OTHER_FILTERS.test(dictionary)) return;
  const end = file.indexOf('endstream', at);
  if ((end === -1 ? file.length : end) - at > MOST_OF_OTHERS) {
    throw new Error('it is packed by a filter that is out of use');
  }
}

const withoutEscapes = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function unpackedBytes(packed: Buffer, layers: number): number {
  // The two bytes of zlib (RFC 1950): what begins otherwise is no Flate.
  const [method = 0, flags = 0] = packed;
  if ((method & 0x0f) !== 8 || (method * 256 + flags) % 31 !== 0) return 0;
  if (layers >= MOST_LAYERS) throw new Error('it is packed too often');
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: MOST_OF_ONE });
    return unpacked.length + unpackedBytes(unpacked, layers + 1);
  } catch (error) {
    if (isTooLarge(error)) throw new Error('it unpacks to too much', { cause: error });
    if (error instanceof Error && error.message.startsWith('it ')) throw error;
    // A stream that is broken is left to the reader.
    return 0;
  }
}

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_BUFFER_TOO_LARGE';
