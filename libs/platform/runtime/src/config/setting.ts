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

type Common<T> = Omit<
  SettingOptions<T>,
  'env' | 'description' | 'example' | 'default' | 'developmentDefault'
>;
/** A default is the example too where none is given. */
type WithDefault<T> = Common<T> &
  (
    | { readonly default: T; readonly example?: string }
    | { readonly developmentDefault: T; readonly example: string }
  );
type WithoutDefault<T> = Common<T> & { readonly example: string };

/**
 * Makes a setting of its variable, its description and the rest: optional where that has no default.
 * Or of all of it as one object, where another function puts it together; then it is required.
 */
interface Maker<T, First extends readonly unknown[] = [], More = unknown> {
  (...said: [...First, env: string, description: string, more: WithDefault<T> & More]): Setting<T>;
  (
    ...said: [...First, env: string, description: string, more: WithoutDefault<T> & More]
  ): Setting<T | undefined>;
  (...said: [...First, options: SettingOptions<T> & More]): Setting<T>;
}

type Said<T> = readonly [string, string, Partial<SettingOptions<T>>] | readonly [SettingOptions<T>];

function made<T>(kind: Kind<T>, said: Said<T>): Setting<T> {
  if (said.length === 1) return { ...said[0], ...kind, optional: false };
  const [env, description, more] = said;
  const optional = more.default === undefined && more.developmentDefault === undefined;
  return { example: String(more.default), ...more, env, description, ...kind, optional };
}

const anyText: Kind<string> = {
  expected: 'text that is not empty',
  parse: (text) => (text === '' ? undefined : text),
};

/** Any text that is not empty. */
export const text: Maker<string> = (...said: Said<string>) => made(anyText, said);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

const wholeNumber = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): Kind<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (value) => {
    const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
    return number >= min && number <= max ? number : undefined;
  },
});

/** A whole number from `min` to `max`. */
export const integer: Maker<number, [], Bounds> = (...said: Said<number>) =>
  made(wholeNumber(said.at(-1) as Bounds), said);

const trueOrFalse: Kind<boolean> = {
  expected: 'true or false',
  bare: 'true',
  parse: (value) => {
    if (/^(true|1|yes|on)$/i.test(value)) return true;
    return /^(false|0|no|off)$/i.test(value) ? false : undefined;
  },
};

/** `true`, `1`, `yes`, `on` or a bare flag; `false`, `0`, `no`, `off`. */
export const toggle: Maker<boolean> = (...said: Said<boolean>) => made(trueOrFalse, said);

const items: Kind<readonly string[]> = {
  expected: 'a comma-separated list',
  parse: (value) => {
    const parts = value.split(',').map((item) => item.trim());
    return parts.includes('') ? undefined : Object.freeze(parts);
  },
};

/** A comma-separated list; white space around the items is dropped, empty items are not allowed. */
export const list: Maker<readonly string[]> = (...said: Said<readonly string[]>) =>
  made(items, said);

const urlWith = (schemes: readonly string[]): Kind<string> => ({
  expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, in which %25 stands for %`,
  parse: (value) => {
    if (!URL.canParse(value)) return undefined;
    const { protocol, username, password, hostname, pathname } = new URL(value);
    // A password with a bare % would end in a driver, much later.
    if ([username, password, hostname, pathname].some((part) => decoded(part) === undefined))
      return undefined;
    return schemes.some((scheme) => protocol === `${scheme}:`) ? value : undefined;
  },
});

/** The result is used: of a call whose result is not, a bundler believes that it has no effect. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An absolute URL with one of the given schemes, kept as text. */
export const url: Maker<string, [schemes: readonly string[]]> = (
  schemes: readonly string[],
  ...said: Said<string>
) => made(urlWith(schemes), said);

const wordOf = <T extends string>(words: readonly T[]): Kind<T> => ({
  expected: `one of ${words.join(', ')}`,
  parse: (value) => words.find((known) => known === value),
});

/** One of the given words. */
export function oneOf<const T extends string>(
  ...said: [words: readonly T[], env: string, description: string, more: WithDefault<T>]
): Setting<T>;
export function oneOf<const T extends string>(
  ...said: [words: readonly T[], env: string, description: string, more: WithoutDefault<T>]
): Setting<T | undefined>;
export function oneOf<const T extends string>(
  ...said: [words: readonly T[], options: SettingOptions<T>]
): Setting<T>;
export function oneOf<T extends string>(words: readonly T[], ...said: Said<T>): Setting<T> {
  return made(wordOf(words), said);
}

/** A kind of value of the app's own. */
export function custom<T>(
  ...said: [kind: Kind<T>, env: string, description: string, more: WithDefault<T>]
): Setting<T>;
export function custom<T>(
  ...said: [kind: Kind<T>, env: string, description: string, more: WithoutDefault<T>]
): Setting<T | undefined>;
export function custom<T>(...said: [kind: Kind<T>, options: SettingOptions<T>]): Setting<T>;
export function custom<T>(kind: Kind<T>, ...said: Said<T>): Setting<T> {
  return made(kind, said);
}

/** Makes a setting optional: `undefined` when nothing gives a value. */
export const optional = <T>(setting: Setting<T>): Setting<T | undefined> => ({
  ...(setting as Setting<T | undefined>),
  optional: true,
});

/** Makes a setting required, though it has no default. */
export const required = <T>(setting: Setting<T | undefined>): Setting<T> => ({
  ...(setting as Setting<T>),
  optional: false,
});
