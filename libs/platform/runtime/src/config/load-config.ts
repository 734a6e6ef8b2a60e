import { parseArgs } from 'node:util';
import { membersOf } from './family.js';
import { flagOf, spellingsOf } from './names.js';
import type { Setting } from './setting.js';

/** The settings of an app by the names that its code uses. */
export type Schema = Readonly<Record<string, Setting<unknown>>>;

/** The frozen object that a schema describes. */
export type ConfigOf<S extends Schema> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export interface Source {
  /** Command-line arguments, without `node` and the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of a configuration file by variable; the environment wins over them. */
  readonly file?: Readonly<Record<string, string | undefined>>;
  /** Which variables can only be meant for this app: one that is no setting's is complained of, as a flag is. */
  readonly isOwn?: (variable: string) => boolean;
}

/** Everything that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  constructor(
    readonly complaints: readonly string[],
    options?: ErrorOptions,
  ) {
    super(
      ['The configuration is not valid:', ...complaints.map((line) => `  ${line}`)].join('\n'),
      options,
    );
    this.name = 'ConfigError';
  }
}

/**
 * Reads flags, then the environment, then defaults into one frozen object.
 *
 * @throws {ConfigError} with every bad, missing or unknown value at once
 */
export function loadConfig<S extends Schema>(schema: S, source: Source): ConfigOf<S> {
  const complaints: string[] = [];
  const { schema: settings, families } = membersOf(schema, source);
  const flags = parseFlags(settings, source.argv, complaints);
  complaints.push(...unknownVariables(settings, source));
  const production = source.env['NODE_ENV'] === 'production';

  const places = [Object.fromEntries(flags), source.env, source.file ?? {}] as const;
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const raw = rawValue(setting, places);
    const result = raw === undefined ? absent(setting, production) : parse(setting, raw);
    if ('complaint' in result) complaints.push(result.complaint);
    else values[name] = result.value;
  }

  if (complaints.length > 0) throw new ConfigError(complaints);
  const config = Object.fromEntries(
    Object.keys(schema).map((name) => {
      const names = families.get(name);
      return [name, names === undefined ? values[name] : gathered(names, values)];
    }),
  );
  return Object.freeze(config) as ConfigOf<S>;
}

/** What Kubernetes sets for each service of a namespace: `EVENTS_SERVICE_HOST`, `EVENTS_PORT_80_TCP_ADDR`. */
const OF_SERVICES =
  /_(?:SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/;

/** One that is set to nothing is not there. */
function unknownVariables(settings: Schema, { env, isOwn }: Source): string[] {
  if (isOwn === undefined) return [];
  const known = new Set(Object.values(settings).flatMap((setting) => spellingsOf(setting)));
  return Object.keys(env)
    .filter((name) => isOwn(name) && (env[name] ?? '') !== '')
    .filter((name) => !known.has(name) && !OF_SERVICES.test(name))
    .sort()
    .map((name) => `${name}: unknown option; --help lists all`);
}

/** The values of each member of a family, where it has one. */
const gathered = (
  names: ReadonlyMap<string, string>,
  values: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, unknown> =>
  new Map(
    [...names]
      .map(([key, name]) => [key, values[name]] as const)
      .filter(([, value]) => value !== undefined),
  );

type Texts = Readonly<Record<string, string | undefined>>;

/** From the first place that has it. An empty variable is absent, an empty flag is not. */
function rawValue(setting: Setting<unknown>, places: readonly [Texts, ...Texts[]]) {
  const [flags, ...others] = places;
  const names = spellingsOf(setting);
  const flag = names.find((name) => flags[name] !== undefined);
  if (flag !== undefined) return flags[flag];
  for (const place of others) {
    const name = names.find((candidate) => (place[candidate] ?? '') !== '');
    if (name !== undefined) return place[name];
  }
  return undefined;
}

type Result = { readonly value: unknown } | { readonly complaint: string };

function parse(setting: Setting<unknown>, raw: string): Result {
  const value = setting.parse(raw);
  if (value !== undefined) return { value };
  const shown = setting.secret ? 'the value' : JSON.stringify(raw);
  return { complaint: `${setting.env}: ${shown} must be ${setting.expected} ${example(setting)}` };
}

function absent(setting: Setting<unknown>, production: boolean): Result {
  if (setting.default !== undefined) return { value: setting.default };
  if (setting.developmentDefault !== undefined) {
    return production
      ? {
          complaint: `${setting.env}: must be set when NODE_ENV=production, its default is for development only ${example(setting)}`,
        }
      : { value: setting.developmentDefault };
  }
  if (setting.optional) return { value: undefined };
  return { complaint: `${setting.env}: is required ${example(setting)}` };
}

const example = (setting: Setting<unknown>): string =>
  `(example: ${setting.env}=${setting.example}, or --${flagOf(setting, setting.env)})`;

function parseFlags(
  schema: Schema,
  argv: readonly string[],
  complaints: string[],
): ReadonlyMap<string, string> {
  if (argv.length === 0) return new Map();
  const envByFlag = variablesByFlag(schema);
  const { tokens } = parseArgs({
    args: withValues(schema, argv),
    options: Object.fromEntries([...envByFlag.keys()].map((flag) => [flag, { type: 'string' }])),
    strict: false,
    tokens: true,
  });
  const flags = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    const env = token.kind === 'option' ? envByFlag.get(token.name) : undefined;
    const value = token.kind === 'option' ? token.value : undefined;
    if (env === undefined) {
      // Never the text itself: it may be the secret of a misspelt option.
      const shown = token.kind === 'option' ? token.rawName : `argument ${token.index + 1}`;
      complaints.push(`${shown}: unknown option; --help lists all`);
    } else if (value === undefined)
      complaints.push(`--${token.kind === 'option' ? token.name : ''}: needs a value`);
    else flags.set(env, value);
  }
  return flags;
}

function variablesByFlag(schema: Schema): Map<string, string> {
  return new Map(
    Object.values(schema).flatMap((setting) =>
      spellingsOf(setting).map((name) => [flagOf(setting, name), name] as const),
    ),
  );
}

/** A flag that may stand alone gets the value that it then means. */
function withValues(schema: Schema, argv: readonly string[]): string[] {
  const bare = new Map<string, string | undefined>(
    Object.values(schema).flatMap((setting) =>
      spellingsOf(setting).map((name) => [`--${flagOf(setting, name)}`, setting.bare] as const),
    ),
  );
  return argv.map((argument, index) => {
    const next = argv[index + 1];
    const value = bare.get(argument);
    const standsAlone = value !== undefined && (next === undefined || next.startsWith('--'));
    return standsAlone ? `${argument}=${value}` : argument;
  });
}
