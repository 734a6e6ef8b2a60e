import { readFileSync } from 'node:fs';
import { ConfigError, type Schema, type Source } from '@sextant/platform-runtime/config';
import { parse as parseYaml, YAMLError } from 'yaml';
import { parseListen, type Listen } from '../http/listen.js';
import { escalationComplaint, quietComplaint, scheduleComplaint } from './escalation-options.js';
import { heartbeatComplaint, routeComplaint } from './structured-options.js';

const PREFIX = 'EVENTS_';
const LISTS = {
  routes: routeComplaint,
  heartbeats: heartbeatComplaint,
  escalations: escalationComplaint,
  schedules: scheduleComplaint,
  quiet_hours: quietComplaint,
} as const;
const MEMBERS = ['options', 'templates', ...Object.keys(LISTS)];

type Json = Readonly<Record<string, unknown>>;
type Values = Record<string, string>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds the values of the configuration file, or of the text that is given in its place, and turns `--http-listen` into host and port.
 *
 * @throws {ConfigError} with everything that is wrong with the file
 */
export function withFile(schema: Schema, source: Source, given?: string): Source {
  const path = configPath(source);
  const file =
    path === undefined && given === undefined
      ? {}
      : configValues(schema, path ?? 'the configuration', given);
  const listen = parseListen(valueOf({ ...source, file }, ['HTTP_LISTEN', 'HTTP_IN_LISTEN']) ?? '');
  const isTls = /^(true|1|yes|on)$/i.test(
    toggleOf({ ...source, file }, ['HTTP_TLS', 'HTTP_IN_TLS']),
  );
  // The relay's own name for the level is the more special one.
  const level = source.env[`${PREFIX}STDOUT_LEVEL`] ?? '';
  const env = {
    ...source.env,
    ...(listen === undefined ? {} : addressesOf(listen, isTls)),
    ...(level === '' ? {} : { LOG_LEVEL: level }),
  };
  return { ...source, env, file, isOwn: isOwn(valueOf({ ...source, file }, ['TEMPLATE_ENV'])) };
}

/** Variables with the prefix, but for those that templates read. */
const isOwn =
  (templateEnv = '') =>
  (name: string): boolean =>
    name.startsWith(PREFIX) &&
    !name.startsWith(`${PREFIX}TEMPLATE_`) &&
    !templateEnv.split(',').some((word) => word.trim() === name);

/** With TLS there, plain HTTP is for probes and commands of the same machine. */
const addressesOf = ({ host, port }: Listen, isTls: boolean): Values =>
  isTls
    ? { HOST: '127.0.0.1', [`${PREFIX}HTTPS_LISTEN`]: `${bracketed(host)}:${port}` }
    : { HOST: host, PORT: String(port) };

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** As `valueOf`, for a flag that needs no value. */
function toggleOf(source: Source, names: readonly string[]): string {
  const isBare = names.some((name) => {
    const index = source.argv.indexOf(`--${flagOf(name)}`);
    return index >= 0 && (source.argv[index + 1] ?? '--').startsWith('--');
  });
  return isBare ? 'true' : (valueOf(source, names) ?? 'false');
}

/** The path of the configuration file; nothing where there is none. */
export const configPath = (source: Source): string | undefined => valueOf(source, ['CONFIG']);

/** A flag, a variable or a value of the file, in this order, before the schema reads them all. */
function valueOf({ argv, env, file = {} }: Source, names: readonly string[]): string | undefined {
  const values = [
    ...names.map((name) => flagValue(argv, flagOf(name))),
    ...names.map((name) => env[PREFIX + name]),
    ...names.map((name) => file[PREFIX + name]),
  ];
  return values.find((value) => (value ?? '') !== '');
}

function flagValue(argv: readonly string[], name: string): string | undefined {
  const flag = `--${name}`;
  const joined = argv.find((word) => word.startsWith(`${flag}=`));
  if (joined !== undefined) return joined.slice(flag.length + 1);
  const index = argv.indexOf(flag);
  return index < 0 ? undefined : argv[index + 1];
}

/** @throws {ConfigError} */
function configValues(schema: Schema, path: string, given?: string): Values {
  const complaints: string[] = [];
  const values = valuesOf(schema, parsed(path, given), complaints);
  if (complaints.length > 0) throw new ConfigError(complaints.map((line) => `${path}: ${line}`));
  return values;
}

function parsed(path: string, given?: string): Json {
  try {
    const value: unknown = parseYaml(given ?? readFileSync(path, 'utf8')) ?? {};
    if (isObject(value)) return value;
  } catch (error) {
    // Aliases that stand for millions of values are a ReferenceError of the parser.
    const isYaml = error instanceof YAMLError || error instanceof ReferenceError;
    const reason = isYaml ? (error.message.split('\n')[0] ?? '') : 'no such file';
    throw new ConfigError([`${path}: cannot be read: ${reason}`]);
  }
  throw new ConfigError([`${path}: must be a map of ${MEMBERS.join(', ')}`]);
}

function valuesOf(schema: Schema, content: Json, complaints: string[]): Values {
  for (const name of Object.keys(content)) {
    if (!MEMBERS.includes(name))
      complaints.push(`${name}: unknown; there are ${MEMBERS.join(', ')}`);
  }
  return {
    ...optionValues(schema, content['options'] ?? {}, complaints),
    ...templateValues(content['templates'] ?? {}, complaints),
    ...Object.fromEntries(
      Object.entries(LISTS).flatMap(([name, complaintOf]) =>
        Object.entries(listValues(name, { value: content[name] ?? [], complaintOf }, complaints)),
      ),
    ),
  };
}

function optionValues(schema: Schema, options: unknown, complaints: string[]): Values {
  if (!isObject(options)) {
    complaints.push('options: must be a map of options');
    return {};
  }
  const known = new Map(
    Object.values(schema).flatMap((setting) =>
      [setting.env, ...(setting.aliases ?? [])].map((env) => [flagOf(env), env] as const),
    ),
  );
  const values: Values = {};
  for (const [name, value] of Object.entries(options)) {
    const env = known.get(name);
    const text = textOf(value);
    if (env === undefined) complaints.push(`options.${name}: unknown option; --help lists all`);
    else if (text === undefined)
      complaints.push(`options.${name}: must be a text or a list of texts`);
    else values[env] = text;
  }
  return values;
}

/** `chatbot-out-message` */
export const flagOf = (env: string): string =>
  (env.startsWith(PREFIX) ? env.slice(PREFIX.length) : env).toLowerCase().replaceAll('_', '-');

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(String).join(',');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function templateValues(templates: unknown, complaints: string[]): Values {
  if (!isObject(templates)) {
    complaints.push('templates: must be a map of texts');
    return {};
  }
  for (const [name, text] of Object.entries(templates)) {
    if (typeof text !== 'string') complaints.push(`templates.${name}: must be a text`);
  }
  return Object.keys(templates).length === 0
    ? {}
    : { [`${PREFIX}TEMPLATES`]: JSON.stringify(templates) };
}

interface Listed {
  readonly value: unknown;
  readonly complaintOf: (item: unknown) => string | undefined;
}

function listValues(name: string, { value, complaintOf }: Listed, complaints: string[]): Values {
  if (!Array.isArray(value)) {
    complaints.push(`${name}: must be a list`);
    return {};
  }
  for (const [index, item] of value.entries()) {
    const complaint = complaintOf(item);
    if (complaint !== undefined) complaints.push(`${name}[${index}]: ${complaint}`);
  }
  return value.length === 0 ? {} : { [`${PREFIX}${name.toUpperCase()}`]: JSON.stringify(value) };
}
