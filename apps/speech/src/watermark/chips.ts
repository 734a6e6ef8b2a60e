import { hkdfSync } from 'node:crypto';

/** Rows of chips follow each other in time, and begin anew after the last; columns are bands of frequencies. */
export const ROWS = 32;
export const ROW_SECONDS = 0.08;
export const COLUMNS = 54;
export const LOWEST_HZ = 250;
export const COLUMN_HZ = 125;

/** Whether each chip is raised (1) or lowered (-1): `COLUMNS` for each row. */
export type Chips = Int8Array;

/** Half of the chips say whose the mark is, as on a chessboard, the other half which voice. */
export const isOfWorkspace = (row: number, column: number): boolean => (row + column) % 2 === 0;

/** The chips of a voice, which nobody knows without the key of its workspace. */
export function chipsOf(key: Uint8Array, voiceId: string): Chips {
  const workspace = bitsOf(key, 'workspace');
  const voice = bitsOf(key, `voice ${voiceId}`);
  const chips = new Int8Array(ROWS * COLUMNS);
  for (let row = 0, index = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1, index += 1) {
      chips[index] = (isOfWorkspace(row, column) ? workspace : voice)[index] ?? 1;
    }
  }
  return chips;
}

/** As many signs as there are chips, from a key and what it is used for (HKDF, RFC 5869). */
function bitsOf(key: Uint8Array, use: string): Chips {
  const bytes = new Uint8Array(hkdfSync('sha256', key, 'watermark', use, (ROWS * COLUMNS) / 8));
  const signs = new Int8Array(ROWS * COLUMNS);
  for (let index = 0; index < signs.length; index += 1) {
    signs[index] = ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1 ? 1 : -1;
  }
  return signs;
}
