import { concat, keccak256, toUtf8Bytes } from 'ethers';

const PREFIX = toUtf8Bytes('\x19Ethereum Signed Message:\n');

/**
 * What a Trezor of 2017 and 2018 signs for a message: EIP-191, but for the length, which is not in decimal digits but as
 * Bitcoin has it.
 *
 * @see https://github.com/ethereum/go-ethereum/issues/14794
 */
export function hashOfTrezor(message: string): string {
  const bytes = toUtf8Bytes(message);
  return keccak256(concat([PREFIX, compactSize(bytes.length), bytes]));
}

/** Bitcoin's "CompactSize": one byte below 253, else a mark and the number in little-endian order. */
function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length);
  const bytes = Buffer.alloc(length <= 0xffff ? 3 : 5);
  if (length <= 0xffff) bytes.writeUInt16LE(length, bytes.writeUInt8(0xfd));
  else bytes.writeUInt32LE(length, bytes.writeUInt8(0xfe));
  return bytes;
}
