/** What every setting may say about itself. */
export interface SettingOptions<T> {
  /** The environment variable, such as `PORT`. The flag follows from it: `--port`. */
  readonly env: string;
  /** A prefix of the variable that the flag leaves out: with `EVENTS_` it is `EVENTS_PORT`, `--port`. */
  readonly prefix?: string;
  /** Other spellings of the variable, each with its flag; the first that gives a value counts. */
  readonly aliases?: readonly string[];
  /** One sentence for `--help`. */
  readonly description: string;
  /** A valid value, shown in `--help` and beside every complaint. */
  readonly example: string;
  /** Used when neither flag nor environment gives a value. */
  readonly default?: T;
  /** As `default`, but refused when `NODE_ENV=production`. */
  readonly developmentDefault?: T;
  /** The value is never printed: not in complaints, not in the start-up line, not in `--help`. */
  readonly secret?: boolean;
}

/** One setting of an app: where it comes from and how its text becomes a value. */
export interface Setting<T> extends SettingOptions<T> {
  /** Optional settings are `undefined` when nothing gives a value. */
  readonly optional: boolean;
  /** What a valid value looks like, as it reads after "must be". */
  readonly expected: string;
  /** The value, or `undefined` when the text is not valid. */
  readonly parse: (text: string) => T | undefined;
  /** The text that the flag alone stands for; without it the flag needs a value. */
  readonly bare?: string;
}

/** How the text of a setting becomes its value. */
export type Kind<T> = Pick<Setting<T>, 'expected' | 'parse' | 'bare'>;

/** What may be said beside the variable and the description; a default is the example where none is given. */
type Details<T> = Omit<SettingOptions<T>, 'env' | 'description' | 'example'> &
  ({ readonly example: string } | { readonly default: T; readonly example?: string });

/** A setting's variable, its description and the rest; or all of it, where another function puts it together. */
type Said<T, More = unknown> =
  | [env: string, description: string, details: Details<T> & More]
  | [options: SettingOptions<T> & More];

function optionsOf<T, More>(said: Said<T, More>): SettingOptions<T> & More {
  if (said.length === 1) return said[0];
  const [env, description, details] = said;
  return { example: String(details.default), ...details, env, description };
}

function required<T, More>(kind: Kind<T>, said: Said<T, More>): Setting<T> {
  return { ...optionsOf(said), ...kind, optional: false };
}

const anyText: Kind<string> = {
  expected: 'text that is not empty',
  parse: (text) => (text === '' ? undefined : text),
};

/** Any text that is not empty. */
export const text = (...said: Said<string>): Setting<string> => required(anyText, said);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number from `min` to `max`. */
export function integer(...said: Said<number, Bounds>): Setting<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = optionsOf(said);
  const kind: Kind<number> = {
    expected: `a whole number from ${min} to ${max}`,
    parse: (value) => {
      const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
  return required(kind, said);
}

const trueOrFalse: Kind<boolean> = {
  expected: 'true or false',
  bare: 'true',
  parse: (value) => {
    if (/^(true|1|yes|on)$/i.test(value)) return true;
    return /^(false|0|no|off)$/i.test(value) ? false : undefined;
  },
};

/** `true`, `1`, `yes`, `on` or a bare flag; `false`, `0`, `no`, `off`. */
export const toggle = (...said: Said<boolean>): Setting<boolean> => required(trueOrFalse, said);

/** One of the given words. */
export const oneOf = <const T extends string>(
  values: readonly T[],
  ...said: Said<T>
): Setting<T> => {
  const kind: Kind<T> = {
    expected: `one of ${values.join(', ')}`,
    parse: (value) => values.find((known) => known === value),
  };
  return required(kind, said);
};

/** An absolute URL with one of the given schemes, kept as text. */
export const url = (schemes: readonly string[], ...said: Said<string>): Setting<string> => {
  const kind: Kind<string> = {
    expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    parse: (value) => {
      const protocol = URL.canParse(value) ? new URL(value).protocol : '';
      return schemes.some((scheme) => protocol === `${scheme}:`) ? value : undefined;
    },
  };
  return required(kind, said);
};

const items: Kind<readonly string[]> = {
  expected: 'a comma-separated list',
  parse: (value) => {
    const parts = value.split(',').map((item) => item.trim());
    return parts.includes('') ? undefined : Object.freeze(parts);
  },
};

/** A comma-separated list; white space around the items is dropped, empty items are not allowed. */
export const list = (...said: Said<readonly string[]>): Setting<readonly string[]> =>
  required(items, said);

/** A kind of value of the app's own. */
export const custom = <T>(kind: Kind<T>, ...said: Said<T>): Setting<T> => required(kind, said);

/** Makes a setting optional: `undefined` when nothing gives a value. */
export const optional = <T>(setting: Setting<T>): Setting<T | undefined> => ({
  ...(setting as Setting<T | undefined>),
  optional: true,
});
