/** Where a mapped claim is told. */
export const CLAIM_PLACES = ['id_token', 'userinfo', 'access_token'] as const;
export type ClaimPlace = (typeof CLAIM_PLACES)[number];

/** What of a person a claim can be made of, by the names of the admin API and of OpenID Connect Core 1.0 section 5.1. */
export const CLAIM_ATTRIBUTES = [
  ...['id', 'object_id', 'username', 'email', 'is_verified', 'academy_id', 'roles', 'groups'],
  ...['name', 'given_name', 'family_name', 'middle_name', 'nickname', 'profile', 'picture'],
  ...['website', 'gender', 'birthdate', 'zoneinfo', 'locale', 'phone_number'],
] as const;
export type ClaimAttribute = (typeof CLAIM_ATTRIBUTES)[number];

/**
 * One claim of a client's tokens: an attribute of the person, a constant, or a value for the members of a group. Of several for one
 * claim the first that gives a value counts.
 */
export interface ClaimMapping {
  readonly claim: string;
  readonly attribute?: ClaimAttribute;
  readonly constant?: ClaimValue;
  /** The name of a group. */
  readonly group?: string;
  /** For members of the group; true if absent. */
  readonly value?: ClaimValue;
  /** The ID token and userinfo if absent. */
  readonly in?: readonly ClaimPlace[];
}

export type ClaimValue = string | number | boolean;

/** A person, as mappings see one; absent attributes give no claim. */
export interface MappedPerson {
  readonly attributes: Partial<Readonly<Record<ClaimAttribute, unknown>>>;
  /** Names; read only where a mapping needs them. */
  readonly groups: () => Promise<readonly string[]>;
}

export const CLAIM_NAME = /^[A-Za-z][\w:./#-]{0,199}$/;
export const MOST_MAPPINGS = 50;
const LONGEST_VALUE = 1000;
const DEFAULT_PLACES: readonly ClaimPlace[] = ['id_token', 'userinfo'];

/** What the protocol says itself, and what services decide by: no mapping speaks in its name. */
const RESERVED = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'auth_time', 'nonce', 'acr', 'amr', 'azp'],
  ...[
    'at_hash',
    'c_hash',
    's_hash',
    'sid',
    'events',
    'cnf',
    'client_id',
    'scope',
    'act',
    'may_act',
  ],
  ...['authorization_details', 'workspace', '_claim_names', '_claim_sources'],
]);
const RESERVED_IN_ACCESS_TOKENS = new Set(['user', 'userId', 'userName', 'academyId', 'roles']);

/** @returns the claims that a client is told in one place beyond those of its scopes */
export async function mappedClaims(
  mappings: readonly ClaimMapping[],
  person: MappedPerson,
  place: ClaimPlace,
): Promise<Record<string, unknown>> {
  const claims: Record<string, unknown> = {};
  for (const mapping of mappings) {
    const isTold = (mapping.in ?? DEFAULT_PLACES).includes(place);
    // A claim may be called as what every object has, such as `constructor`.
    if (!isTold || Object.hasOwn(claims, mapping.claim)) continue;
    const value = await valueOf(mapping, person);
    if (value !== undefined && value !== null) claims[mapping.claim] = value;
  }
  return claims;
}

async function valueOf(mapping: ClaimMapping, person: MappedPerson): Promise<unknown> {
  const { attribute, constant, group, value = true } = mapping;
  if (constant !== undefined) return constant;
  if (group !== undefined) return (await person.groups()).includes(group) ? value : undefined;
  if (attribute === 'groups') return person.groups();
  return attribute === undefined ? undefined : person.attributes[attribute];
}

/** @returns what is wrong with the mappings of a client */
export function complaintAbout(mappings: unknown): string | undefined {
  if (!Array.isArray(mappings) || mappings.length > MOST_MAPPINGS) {
    return `claim_mappings must be a list of at most ${MOST_MAPPINGS}`;
  }
  return mappings.map(complaintAboutOne).find((complaint) => complaint !== undefined);
}

type Members = Readonly<Record<keyof ClaimMapping, unknown>>;

function complaintAboutOne(mapping: unknown): string | undefined {
  if (typeof mapping !== 'object' || mapping === null) return 'claim_mappings must hold objects';
  const { claim, in: places = DEFAULT_PLACES, ...source } = mapping as Members;
  if (typeof claim !== 'string' || !CLAIM_NAME.test(claim)) {
    return 'claim_mappings: claim must begin with a letter and have at most 200 letters, digits and _ : . / # -';
  }
  return complaintAboutPlaces(claim, places) ?? complaintAboutSource(source as Members);
}

function complaintAboutPlaces(claim: string, places: unknown): string | undefined {
  if (!Array.isArray(places) || !places.every((one) => CLAIM_PLACES.includes(one as ClaimPlace))) {
    return `claim_mappings: in must be a list of ${CLAIM_PLACES.join(', ')}`;
  }
  const isOfServices = places.includes('access_token') && RESERVED_IN_ACCESS_TOKENS.has(claim);
  return RESERVED.has(claim) || isOfServices
    ? `claim_mappings: ${claim} is a claim of this server`
    : undefined;
}

function complaintAboutSource({ attribute, constant, group, value }: Members): string | undefined {
  const given = [attribute, constant, group].filter((one) => one !== undefined);
  if (given.length !== 1) {
    return 'claim_mappings: one of attribute, constant and group is needed, and only one';
  }
  if (attribute !== undefined && !CLAIM_ATTRIBUTES.includes(attribute as ClaimAttribute)) {
    return `claim_mappings: attribute must be one of ${CLAIM_ATTRIBUTES.join(', ')}`;
  }
  if (group !== undefined && !isText(group)) {
    return 'claim_mappings: group must be the name of a group';
  }
  if (value !== undefined && group === undefined) return 'claim_mappings: value needs a group';
  const isPlain = [constant, value].every((one) => one === undefined || isValue(one));
  return isPlain
    ? undefined
    : `claim_mappings: a value must be a text of 1 to ${LONGEST_VALUE} characters, a number, true or false`;
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE;

const isValue = (value: unknown): boolean =>
  isText(value) || typeof value === 'boolean' || Number.isFinite(value);
