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
  return Int8Array.from({ length: ROWS * COLUMNS }, (_, index) => {
    const isShared = isOfWorkspace(Math.floor(index / COLUMNS), index % COLUMNS);
    return (isShared ? workspace : voice)[index] ?? 1;
  });
}

/** As many signs as there are chips, from a key and what it is used for (HKDF, RFC 5869). */
function bitsOf(key: Uint8Array, use: string): Chips {
  const bytes = new Uint8Array(hkdfSync('sha256', key, 'watermark', use, (ROWS * COLUMNS) / 8));
  return Int8Array.from({ length: ROWS * COLUMNS }, (_, index) =>
    ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1 ? 1 : -1,
  );
}
