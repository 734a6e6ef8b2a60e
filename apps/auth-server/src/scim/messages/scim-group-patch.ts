import type { GroupChange, MemberChange } from '../../groups/groups.js';
import { parse, type Filter } from 'scim2-parse-filter';
import { SCIM_ERRORS } from '../scim-error.js';
import { groupNameOf, externalIdOf, memberIdsOf } from './scim-group-values.js';
import { byAttribute, operationsOf, type Operation } from './scim-operations.js';

/** Who comes and who goes by the operations so far. */
class Membership {
  #replaces = false;
  #added = new Set<string>();
  #removed = new Set<string>();
  #isNamed = false;

  add(ids: readonly string[]): void {
    this.#isNamed = true;
    for (const id of ids) {
      this.#added.add(id);
      this.#removed.delete(id);
    }
  }

  remove(ids: readonly string[]): void {
    this.#isNamed = true;
    for (const id of ids) {
      this.#added.delete(id);
      this.#removed.add(id);
    }
  }

  replace(ids: readonly string[]): void {
    this.#isNamed = true;
    this.#replaces = true;
    this.#added = new Set(ids);
    this.#removed = new Set();
  }

  get change(): MemberChange | undefined {
    if (!this.#isNamed) return undefined;
    const [added, removed] = [[...this.#added], [...this.#removed]];
    return this.#replaces
      ? { kind: 'replaced', members: added }
      : { kind: 'changed', added, removed };
  }
}

/**
 * What a directory wants to be different about a group (RFC 7644 section 3.5.2). Members are never read and written back: of
 * two directories, or two requests of one, neither undoes what the other does meanwhile. Attributes that this service
 * has no place for are left out.
 *
 * @throws {Problem} `invalidSyntax`, `invalidValue`, `invalidPath`, `invalidFilter`, `noTarget`
 */
export function readGroupPatch(body: unknown): GroupChange {
  const members = new Membership();
  const change: { name?: string; externalId?: string | null } = {};
  for (const operation of operationsOf(body).flatMap(byAttribute)) {
    const { attribute, filter } = targetOf(operation.path ?? '');
    if (attribute === 'members') changeMembers(members, operation, filter);
    else if (filter !== undefined) continue;
    else if (attribute === 'displayname') change.name = groupNameOf(operation.value);
    else if (attribute === 'externalid') change.externalId = externalIdOf(operation.value);
  }
  return { ...change, ...(members.change && { members: members.change }) };
}

interface Target {
  readonly attribute: string;
  /** Of `members[value eq "id"]`. */
  readonly filter?: Filter;
}

/** Of another schema, or none that is known: an attribute without a place here. */
const ELSEWHERE: Target = { attribute: '' };

function targetOf(path: string): Target {
  if (/^[a-z$][\w$-]*$/i.test(path)) return { attribute: path.toLowerCase() };
  if (!/^members\b/i.test(path)) return ELSEWHERE;
  try {
    const parsed = parse(path);
    if (parsed.op === '[]' && 'valFilter' in parsed) {
      return { attribute: parsed.attrPath.toLowerCase(), filter: parsed.valFilter };
    }
  } catch (cause) {
    throw SCIM_ERRORS.invalidPath({ cause });
  }
  throw SCIM_ERRORS.invalidPath();
}

function changeMembers(
  members: Membership,
  { op, value }: Operation,
  filter: Filter | undefined,
): void {
  if (filter !== undefined) {
    if (op !== 'remove') {
      throw SCIM_ERRORS.invalidPath({
        message: 'members are added and replaced without a filter, by their ids as value.',
      });
    }
    members.remove(idsIn(filter));
  } else if (op === 'add') members.add(memberIdsOf(value));
  else if (op === 'replace') members.replace(memberIdsOf(value ?? []));
  // RFC 7644 section 3.5.2.2 removes all; Entra ID, JumpCloud and OneLogin name whom they mean in `value`.
  else if (value === undefined) members.replace([]);
  else members.remove(memberIdsOf(value));
}

/** The ids that a filter of members names: `value eq "a"`, several joined by `or`; the type says nothing here. */
function idsIn(filter: Filter): readonly string[] {
  const id = comparedWith(filter, 'value');
  if (id !== undefined) return [id];
  if ('filters' in filter) {
    const parts = filter.filters.filter((one) => comparedWith(one, 'type') !== 'user');
    if (filter.op === 'or' || parts.length === 1) return parts.flatMap(idsIn);
  }
  throw SCIM_ERRORS.invalidFilter({
    message: 'Members are removed by members[value eq "id"], several of them joined by or.',
  });
}

/** What the attribute is compared with by `eq`, in small letters. */
const comparedWith = (filter: Filter, attribute: string): string | undefined =>
  filter.op === 'eq' && 'compValue' in filter && filter.attrPath.toLowerCase() === attribute
    ? String(filter.compValue).toLowerCase()
    : undefined;
