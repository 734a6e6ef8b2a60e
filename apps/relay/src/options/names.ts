import {
  custom,
  integer,
  list,
  oneOf,
  optional,
  text,
  toggle,
  type Kind,
  type Setting,
} from '@sextant/platform-runtime/config';
import type { NamePattern } from '../delivery/sink.js';
import { NameRegex } from './name-regex.js';

/** How all of relay's own options are spelt: `EVENTS_X_Y` and `--x-y`. */
const PREFIX = 'EVENTS_';

export interface Named {
  /** Without the prefix: `CHATBOT_OUT_MESSAGE`. */
  readonly name: string;
  /** Older or upstream spellings, without the prefix. */
  readonly also?: readonly string[];
  readonly description: string;
  readonly example: string;
  readonly secret?: boolean;
}

const spelt = ({ name, also = [], ...rest }: Named) => ({
  ...rest,
  env: PREFIX + name,
  prefix: PREFIX,
  aliases: also.map((alias) => PREFIX + alias),
});

export const aText = (named: Named): Setting<string | undefined> => optional(text(spelt(named)));

export const textWith = (named: Named, value: string): Setting<string> =>
  text({ ...spelt(named), default: value });

export const someTexts = (named: Named): Setting<readonly string[] | undefined> =>
  optional(list(spelt(named)));

export const textsWith = (named: Named, value: readonly string[]): Setting<readonly string[]> =>
  list({ ...spelt(named), default: value });

export const numberWith = (
  named: Named,
  value: number,
  bounds: { readonly min?: number; readonly max?: number } = {},
): Setting<number> => integer({ ...spelt(named), default: value, ...bounds });

export const aNumber = (named: Named): Setting<number | undefined> =>
  optional(integer(spelt(named)));

export const toggleWith = (named: Named, value: boolean): Setting<boolean> =>
  toggle({ ...spelt(named), default: value });

export const wordWith = <const T extends string>(
  named: Named,
  words: readonly T[],
  value: NoInfer<T>,
): Setting<T> => oneOf(words, { ...spelt(named), default: value });

export const aWord = <const T extends string>(
  named: Named,
  words: readonly T[],
): Setting<T | undefined> => optional(oneOf(words, spelt(named)));

export const aKind = <T>(named: Named, kind: Kind<T>): Setting<T | undefined> =>
  optional(custom(kind, spelt(named)));

export const kindWith = <T>(named: Named, kind: Kind<T>, value: T): Setting<T> =>
  custom(kind, { ...spelt(named), default: value });

/** An absolute http or https address. */
export const webAddress: Kind<string> = {
  expected: 'a URL that starts with http:// or https://',
  parse: (value) => {
    const protocol = URL.canParse(value) ? new URL(value).protocol : '';
    return protocol === 'http:' || protocol === 'https:' ? value.replace(/\/+$/, '') : undefined;
  },
};

export const anAddress = (named: Named): Setting<string | undefined> => aKind(named, webAddress);

export const addressWith = (named: Named, value: string): Setting<string> =>
  custom(webAddress, { ...spelt(named), default: value });

/** A regular expression (RE2, as Go has it) over the names of sinks. */
export const aPattern = (named: Named): Setting<NamePattern | undefined> =>
  aKind(named, {
    expected: 'a regular expression',
    parse: (value) => {
      try {
        return new NameRegex(value);
      } catch {
        return undefined;
      }
    },
  });
