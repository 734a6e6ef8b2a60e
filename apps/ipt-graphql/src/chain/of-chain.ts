import {
  family,
  type FamilySetting,
  type Schema,
  type Setting,
} from '@sextant/platform-runtime/config';

/** Ids of networks (EIP-155) as GraphQL's Int holds them. */
const CHAIN = { name: 'chain', pattern: /^[1-9]\d{0,8}$/ } as const;

type OfChain<S extends Schema> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T>
    ? FamilySetting<Exclude<T, undefined>>
    : never;
};

/** Settings that each chain has, by the id that ends the name of the variable. */
export const ofChain = <S extends Schema>(settings: S): OfChain<S> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, family(CHAIN, setting)]),
  ) as OfChain<S>;
