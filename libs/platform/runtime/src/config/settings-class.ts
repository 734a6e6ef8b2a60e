import type { ConfigOf, Schema } from './load-config.js';

/** The settings of one feature: its instances hold the values of `schema`, and Nest injects them by this type. */
export interface SettingsClass<S extends Schema = Schema> {
  /** @param config what `loadConfig` made of a schema that contains this one */
  new (config: object): ConfigOf<S>;
  readonly schema: S;
}

/** A base class for the settings of one feature: `class MailSettings extends settingsOf({ … }) {}`. */
export function settingsOf<const S extends Schema>(schema: S): SettingsClass<S> {
  class Settings {
    static readonly schema = schema;

    constructor(config: object) {
      const values = Object.entries(config).filter(([name]) => Object.hasOwn(schema, name));
      Object.assign(this, Object.fromEntries(values));
    }
  }
  return Settings as unknown as SettingsClass<S>;
}

type Intersection<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** One schema of the settings of several features, in this order: for `loadConfig`, `--help` and the log. */
export function schemaOf<const C extends readonly { readonly schema: Schema }[]>(
  classes: C,
): Intersection<C[number]['schema']> & Schema {
  const schemas = classes.map(({ schema }) => schema);
  const names = schemas.flatMap((schema) => Object.keys(schema));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two classes have the setting ${twice}.`);
  return Object.assign({}, ...schemas) as Intersection<C[number]['schema']> & Schema;
}
