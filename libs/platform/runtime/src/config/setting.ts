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

function required<T>(kind: Kind<T>, options: SettingOptions<T>): Setting<T> {
  return { ...options, ...kind, optional: false };
}

const anyText: Kind<string> = {
  expected: 'text that is not empty',
  parse: (text) => (text === '' ? undefined : text),
};

/** Any text that is not empty. */
export const text = (options: SettingOptions<string>): Setting<string> =>
  required(anyText, options);

/** A whole number from `min` to `max`. */
export function integer(
  options: SettingOptions<number> & { readonly min?: number; readonly max?: number },
): Setting<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  return required(
    {
      expected: `a whole number from ${min} to ${max}`,
      parse: (value) => {
        const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
        return number >= min && number <= max ? number : undefined;
      },
    },
    options,
  );
}

/** `true`, `1`, `yes`, `on` or a bare flag; `false`, `0`, `no`, `off`. */
export const toggle = (options: SettingOptions<boolean>): Setting<boolean> =>
  required(
    {
      expected: 'true or false',
      bare: 'true',
      parse: (value) => {
        if (/^(true|1|yes|on)$/i.test(value)) return true;
        return /^(false|0|no|off)$/i.test(value) ? false : undefined;
      },
    },
    options,
  );

/** One of the given words. */
export const oneOf = <const T extends string>(
  values: readonly T[],
  options: SettingOptions<T>,
): Setting<T> =>
  required(
    {
      expected: `one of ${values.join(', ')}`,
      parse: (value) => values.find((known) => known === value),
    },
    options,
  );

/** An absolute URL with one of the given schemes, kept as text. */
export const url = (schemes: readonly string[], options: SettingOptions<string>): Setting<string> =>
  required(
    {
      expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      parse: (value) => {
        const protocol = URL.canParse(value) ? new URL(value).protocol : '';
        return schemes.some((scheme) => protocol === `${scheme}:`) ? value : undefined;
      },
    },
    options,
  );

/** A comma-separated list; white space around the items is dropped, empty items are not allowed. */
export const list = (options: SettingOptions<readonly string[]>): Setting<readonly string[]> =>
  required(
    {
      expected: 'a comma-separated list',
      parse: (value) => {
        const items = value.split(',').map((item) => item.trim());
        return items.includes('') ? undefined : Object.freeze(items);
      },
    },
    options,
  );

/** A kind of value of the app's own. */
export const custom = <T>(kind: Kind<T>, options: SettingOptions<T>): Setting<T> =>
  required(kind, options);

/** Makes a setting optional: `undefined` when nothing gives a value. */
export const optional = <T>(setting: Setting<T>): Setting<T | undefined> => ({
  ...(setting as Setting<T | undefined>),
  optional: true,
});
