import { settings, type RelayConfig } from '../options/config.js';
import { NameRegex } from '../options/name-regex.js';

type Scalar = string | number | boolean;
export type SinkVars = Readonly<Record<string, Scalar>>;

/** Words that Go writes in capitals. */
const INITIALS: ReadonlySet<string> = new Set(['ID', 'URL', 'API', 'CA', 'SASL', 'TLS']);

const goName = (name: string): string =>
  name
    .split('_')
    .map((word) => (INITIALS.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join('');

/**
 * What `getVar` reads in a sink's templates: its options without secrets, by the names of the fields
 * that the upstream tool has them in, such as `ChatID` for `EVENTS_CHATBOT_OUT_CHAT_ID`.
 *
 * @param prefix what the sink's variables begin with, such as `CHATBOT`
 */
export function sinkVars(config: RelayConfig, prefix: string): SinkVars {
  const spelling = new RegExp(`^EVENTS_${prefix}_(?:OUT_)?(.+)$`);
  const values = config as Readonly<Record<string, unknown>>;
  const pairs = Object.entries(settings).flatMap(([name, { env, aliases = [], secret }]) => {
    const value = scalarOf(values[name]);
    if (secret === true || value === undefined) return [];
    return [env, ...aliases].flatMap((variable) => {
      const [, rest] = spelling.exec(variable) ?? [];
      return rest === undefined ? [] : [[goName(rest), value] as const];
    });
  });
  return Object.fromEntries(pairs);
}

function scalarOf(value: unknown): Scalar | undefined {
  if (Array.isArray(value)) return value.join(',');
  if (value instanceof NameRegex) return value.source;
  return ['string', 'number', 'boolean'].includes(typeof value) ? (value as Scalar) : undefined;
}
