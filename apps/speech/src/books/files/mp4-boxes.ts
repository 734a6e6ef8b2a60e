/** A box with its parts. @see ISO 14496-12, 4.2 */
export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...parts]);
}

/** A box with a version and flags. */
export const fullBox = (
  type: string,
  [version, flags]: readonly [version: number, flags: number],
  ...parts: readonly Uint8Array[]
): Uint8Array => box(type, u32(version * 0x1000000 + flags), ...parts);

export const u8 = (...values: readonly number[]): Uint8Array => Buffer.from(values);
export const u16 = (...values: readonly number[]): Uint8Array =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));

export function u32(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

export function u64(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), index * 8);
  return bytes;
}

/** The contents of the first box on this path, or nothing. */
export function boxIn(
  file: Uint8Array,
  [type, ...rest]: readonly string[],
): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + 8 <= bytes.length;) {
    const end = at + Math.max(8, bytes.readUInt32BE(at));
    if (bytes.toString('latin1', at + 4, at + 8) === type) {
      const content = bytes.subarray(at + 8, end);
      return rest.length === 0 ? content : boxIn(content, rest);
    }
    at = end;
  }
  return undefined;
}
