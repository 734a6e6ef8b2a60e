import { parseArgs } from 'node:util';
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
}

/** Everything that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  constructor(readonly complaints: readonly string[]) {
    super(['The configuration is not valid:', ...complaints.map((line) => `  ${line}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

/** `DATABASE_URL` -> `database-url`. */
export const flagOf = (env: string): string => env.toLowerCase().replaceAll('_', '-');

/**
 * Reads flags, then the environment, then defaults into one frozen object.
 *
 * @throws {ConfigError} with every bad, missing or unknown value at once
 */
export function loadConfig<S extends Schema>(schema: S, source: Source): ConfigOf<S> {
  const complaints: string[] = [];
  const flags = parseFlags(schema, source.argv, complaints);
  const production = source.env['NODE_ENV'] === 'production';

  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(schema)) {
    const fromEnvironment = source.env[setting.env];
    const raw = flags.get(setting.env) ?? (fromEnvironment === '' ? undefined : fromEnvironment);
    const result = raw === undefined ? absent(setting, production) : parse(setting, raw);
    if ('complaint' in result) complaints.push(result.complaint);
    else config[name] = result.value;
  }

  if (complaints.length > 0) throw new ConfigError(complaints);
  return Object.freeze(config) as ConfigOf<S>;
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
  `(example: ${setting.env}=${setting.example}, or --${flagOf(setting.env)})`;

function parseFlags(
  schema: Schema,
  argv: readonly string[],
  complaints: string[],
): Map<string, string> {
  const envByFlag = new Map(Object.values(schema).map(({ env }) => [flagOf(env), env]));
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
    } else if (value === undefined) complaints.push(`--${flagOf(env)}: needs a value`);
    else flags.set(env, value);
  }
  return flags;
}

/** A flag that may stand alone gets the value that it then means. */
function withValues(schema: Schema, argv: readonly string[]): string[] {
  const bare = new Map(
    Object.values(schema).map((setting) => [`--${flagOf(setting.env)}`, setting.bare]),
  );
  return argv.map((argument, index) => {
    const next = argv[index + 1];
    const value = bare.get(argument);
    const standsAlone = value !== undefined && (next === undefined || next.startsWith('--'));
    return standsAlone ? `${argument}=${value}` : argument;
  });
}
