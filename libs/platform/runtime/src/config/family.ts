import type { Schema, Source } from './load-config.js';
import { flagOf, spellingsOf } from './names.js';
import type { Setting } from './setting.js';

/** A setting that there may be once for each of many things, whose key ends its name. */
export interface FamilyKey {
  /** How `--help` shows it: `chain` for `RPC_URL_<chain>`. */
  readonly name: string;
  /** All of the key; upper-case letters, digits and underscores. */
  readonly pattern: RegExp;
}

/** A value for each key that is in the name of a variable or flag: `RPC_URL_1` and `RPC_URL_137`, or none at all. */
export const family = <T>(key: FamilyKey, setting: Setting<T>): FamilySetting<T> => ({
  ...describing(setting),
  env: `${setting.env}_<${key.name}>`,
  default: new Map<string, T>(),
  optional: true,
  parse: () => undefined,
  family: { key, member: setting },
});

export interface FamilySetting<T> extends Setting<ReadonlyMap<string, T>> {
  readonly family: Family<T>;
}

export interface Family<T> {
  readonly key: FamilyKey;
  readonly member: Setting<T>;
}

const describing = <T>({ description, example, expected, secret, prefix }: Setting<T>) => ({
  ...{ description, example, expected },
  ...(secret === undefined ? {} : { secret }),
  ...(prefix === undefined ? {} : { prefix }),
});

export const familyOf = (setting: Setting<unknown>): Family<unknown> | undefined =>
  (setting as Partial<FamilySetting<unknown>>).family;

/** The settings of which a configuration has any, in place of their families. */
export interface Members {
  readonly schema: Schema;
  /** By the name of the family, and then by key, the name in `schema`. */
  readonly families: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export function membersOf(schema: Schema, source: Source): Members {
  const members: Record<string, Setting<unknown>> = {};
  const families = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, setting] of Object.entries(schema)) {
    const found = familyOf(setting);
    if (found === undefined) {
      members[name] = setting;
      continue;
    }
    const names = new Map<string, string>();
    for (const key of keysOf(found, source)) {
      names.set(key, `${name} ${key}`);
      members[`${name} ${key}`] = memberOf(found, key);
    }
    families.set(name, names);
  }
  return { schema: members, families };
}

const memberOf = ({ member }: Family<unknown>, key: string): Setting<unknown> => ({
  ...member,
  optional: true,
  env: `${member.env}_${key}`,
  aliases: (member.aliases ?? []).map((alias) => `${alias}_${key}`),
});

function keysOf({ key, member }: Family<unknown>, { argv, env, file = {} }: Source): Set<string> {
  const variables = [env, file].flatMap(Object.keys);
  const flags = argv.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []);
  const keys = spellingsOf(member).flatMap((stem) => [
    ...endings(variables, `${stem}_`),
    ...endings(flags, `${flagOf(member, stem)}-`).map((end) =>
      end.toUpperCase().replaceAll('-', '_'),
    ),
  ]);
  return new Set(keys.filter((found) => key.pattern.test(found)));
}

const endings = (names: readonly string[], start: string): string[] =>
  names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
