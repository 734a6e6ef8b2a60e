/** What stands between `%` and the verb. */
export interface Flags {
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  /** `%+v` and `%#v`: the flag belongs to the verb and not to the numbers inside. */
  plusV: boolean;
  sharpV: boolean;
  width: number | undefined;
  precision: number | undefined;
}

export function noFlags(): Flags {
  return {
    plus: false,
    minus: false,
    sharp: false,
    space: false,
    zero: false,
    plusV: false,
    sharpV: false,
    width: undefined,
    precision: undefined,
  };
}

/** Pads to the width, counted in characters. */
export function pad(text: string, flags: Flags): string {
  const missing = (flags.width ?? 0) - countRunes(text, flags.width ?? 0);
  if (missing <= 0) return text;
  if (flags.minus) return text + ' '.repeat(missing);
  return (flags.zero ? '0' : ' ').repeat(missing) + text;
}

/** The first `precision` characters. */
export function truncate(text: string, flags: Flags): string {
  if (flags.precision === undefined || text.length <= flags.precision) return text;
  return Array.from(text).slice(0, flags.precision).join('');
}

function countRunes(text: string, width: number): number {
  if (text.length >= width * 2) return width;
  return Array.from(text).length;
}
