const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number that a character of crypt(3)'s alphabet stands for; -1 for any other. */
export const crypt64Value = (character: string): number =>
  character.length === 1 ? ALPHABET.indexOf(character) : -1;

/** Writes bytes in the alphabet of crypt(3): six bits a character, the lowest first. */
export function crypt64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.slice(at, at + 3);
    let value = group.reduce((all, byte, index) => all | (byte << (8 * index)), 0);
    for (let count = group.length + 1; count > 0; count -= 1) {
      text += ALPHABET[value & 0x3f] ?? '';
      value >>>= 6;
    }
  }
  return text;
}
