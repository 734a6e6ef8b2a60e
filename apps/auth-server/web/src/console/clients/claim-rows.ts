/** As the admin API has it. */
export interface ClaimMapping {
  readonly claim: string;
  readonly attribute?: string;
  readonly constant?: string | number | boolean;
  readonly group?: string;
  readonly value?: string | number | boolean;
  readonly in?: readonly string[];
}

export const SOURCES = ['attribute', 'constant', 'group'] as const;
export type Source = (typeof SOURCES)[number];

/** Where a claim is told, by the name of the choice. */
export const PLACES: Readonly<Record<string, readonly string[]>> = {
  'ID token, userinfo': ['id_token', 'userinfo'],
  'ID token': ['id_token'],
  userinfo: ['userinfo'],
  'access token': ['access_token'],
  'ID token, userinfo, access token': ['id_token', 'userinfo', 'access_token'],
};

/** A mapping, as it is written. */
export interface MappingRow {
  readonly key: number;
  readonly claim: string;
  readonly source: Source;
  readonly from: string;
  readonly place: string;
  /** What members of a group get, which this page does not change. */
  readonly value?: string | number | boolean;
}

let made = 0;
const nextKey = (): number => (made += 1);
const [USUAL = ''] = Object.keys(PLACES);

export const emptyRow = (): MappingRow => ({
  ...{ key: nextKey(), claim: '', source: 'attribute', from: '', place: USUAL },
});

export function rowOf({
  claim,
  attribute,
  constant,
  group,
  value,
  in: places,
}: ClaimMapping): MappingRow {
  const told = [...(places ?? PLACES[USUAL] ?? [])].toSorted().join();
  const [place = USUAL] =
    Object.entries(PLACES).find(([, names]) => names.toSorted().join() === told) ?? [];
  const from = {
    attribute,
    constant: constant === undefined ? undefined : writtenOf(constant),
    group,
  };
  const source = SOURCES.find((name) => from[name] !== undefined) ?? 'attribute';
  return {
    ...{ key: nextKey(), claim, source, from: from[source] ?? '', place },
    ...(value === undefined ? {} : { value }),
  };
}

export function mappingOf({ claim, source, from, place, value }: MappingRow): ClaimMapping {
  const given = source === 'constant' ? constantOf(from) : from.trim();
  return {
    claim: claim.trim(),
    [source]: given,
    ...(source === 'group' && value !== undefined ? { value } : {}),
    in: PLACES[place] ?? [],
  };
}

/** A text that reads as another kind stands in quotation marks. */
const writtenOf = (constant: string | number | boolean): string =>
  typeof constant === 'string' && constantOf(constant) === constant
    ? constant
    : JSON.stringify(constant);

/** `42`, `true` and `"42"` are what they are in JSON; everything else is a text. */
function constantOf(written: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : written;
  } catch {
    return written;
  }
}
