/** Writes texts in encodings of one byte for each character, for which Node has decoders only. */
const tables = new Map<string, ReadonlyMap<string, number>>();

function tableOf(encoding: string): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number>();
  for (let byte = 255; byte >= 0; byte -= 1) table.set(decoder.decode(Uint8Array.of(byte)), byte);
  tables.set(encoding, table);
  return table;
}

const OF_SEVERAL_BYTES = /^(?:utf-|gb|big5|euc-|shift_jis|iso-2022)/;

/** @returns undefined where the encoding lacks a character, and for encodings of several bytes */
export function singleBytes(text: string, encoding: string): Buffer | undefined {
  if (OF_SEVERAL_BYTES.test(encoding)) return undefined;
  const table = tableOf(encoding);
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = table.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
