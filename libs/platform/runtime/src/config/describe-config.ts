import { familyOf } from './family.js';
import type { ConfigOf, Schema } from './load-config.js';
import { flagOf, spellingsOf } from './names.js';
import type { Setting } from './setting.js';

/** The configuration with every secret blanked, for the start-up line. */
export function redacted<S extends Schema>(
  schema: S,
  config: ConfigOf<S>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, { secret }]) => {
      const shown = (value: unknown) =>
        secret === true && value !== undefined ? '[redacted]' : value;
      const value: unknown = config[name];
      if (!(value instanceof Map)) return [name, shown(value)];
      return [name, Object.fromEntries([...value].map(([key, each]) => [key, shown(each)]))];
    }),
  );
}

/** The text of `--help`: every setting with its flag, variable, default and example. */
export function helpText(title: string, schema: Schema): string {
  const settings = Object.values(schema);
  const lines = settings.flatMap((setting) => [
    `  --${flagOf(setting, setting.env)} (${setting.env})`,
    ...otherSpellings(setting),
    `      ${setting.description}`,
    `      ${remark(setting)}; example: ${setting.example}`,
  ]);
  return [
    title,
    '',
    'A flag wins over its environment variable, which wins over the default.',
    '',
    ...lines,
    '  --help',
    '      Prints this text and ends.',
  ].join('\n');
}

function otherSpellings(setting: Setting<unknown>): string[] {
  const others = spellingsOf(setting).slice(1);
  if (others.length === 0) return [];
  return [`      Also: ${others.map((name) => `--${flagOf(setting, name)}, ${name}`).join('; ')}`];
}

function remark(setting: Setting<unknown>): string {
  const family = familyOf(setting);
  if (family !== undefined) {
    return `one for each ${family.key.name}, ${remark({ ...family.member, optional: true })}`;
  }
  if (setting.default !== undefined) return `default: ${JSON.stringify(setting.default)}`;
  if (setting.developmentDefault !== undefined) {
    const shown = setting.secret ? 'a fixed secret' : JSON.stringify(setting.developmentDefault);
    return `default outside production: ${shown}`;
  }
  return setting.optional ? 'optional' : 'required';
}
