import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { isEmail } from 'class-validator';
import type { Client, Entry, SearchOptions } from 'ldapts';
import pLimit from 'p-limit';
import type { Clock } from '@sextant/platform-runtime/clock';
import { CircuitBreaker } from '@sextant/platform-security/circuit-breaker';
import { nameKey, PRINTABLE } from '../users/user.js';
import { isEnabled, STATE_ATTRIBUTES } from './account-state.js';
import { attributeOf, textsOf } from './attributes.js';
import { AttributeNames, type DirectoryEntry, type GroupSearch } from './directory-file.js';
import { DirectoryUnavailable, type Directory, type DirectoryPerson } from './directory.js';
import { dnKey, filterBytes, filterValue } from './ldap-filters.js';
import { allValues, IncompleteValues } from './ranged-values.js';

const CONNECT_MS = 5_000;
const ANSWER_MS = 5_000;
/** Connections at once; a directory serves others too. */
const CONNECTIONS = 8;
/** A directory that has not answered that many in a row gets one question a second: the others need not wait to hear that. */
const BREAKER = { failures: CONNECTIONS, pauseMs: 1_000 };
/** More who wait would all wait in vain. */
const MOST_WAITING = 200;
/** Of a name. */
const MOST_CHARACTERS = 100;
/** More come in further answers, as many as somebody can have groups. */
const GROUPS_AT_ONCE = 500;
const MOST_ANSWERS = 20;
const GROUPS_MS = 10_000;

/** What directories have where the operator says nothing else. */
const USUAL = {
  attributes: new AttributeNames(),
  filter: '(objectClass=person)',
  names: ['uid', 'mail'],
};
const ACTIVE_DIRECTORY: typeof USUAL = {
  attributes: Object.assign(new AttributeNames(), {
    ...{ id: 'objectGUID', username: 'sAMAccountName', name: 'displayName' },
  }),
  filter: '(&(objectCategory=person)(objectClass=user))',
  names: ['sAMAccountName', 'userPrincipalName', 'mail'],
};
const BINARY_ID = /^objectGUID$/i;

type Ldap = typeof import('ldapts');

/** A directory behind LDAP version 3. Each question has a connection of its own: what one person is bound as no other one is. */
export class LdapDirectory implements Directory {
  readonly id: string;
  readonly name: string;
  readonly createsAccounts: boolean;
  readonly linksByEmail: boolean;
  readonly governedRoles: ReadonlySet<string>;
  readonly #attributes: AttributeNames;
  readonly #filter: string;
  readonly #names: readonly string[];
  readonly #roles: ReadonlyMap<string, readonly string[]>;
  readonly #tls: ConnectionOptions;
  readonly #turns = pLimit(CONNECTIONS);
  readonly #breaker: CircuitBreaker;

  constructor(
    private readonly entry: DirectoryEntry,
    private readonly clock: Clock,
  ) {
    this.#breaker = new CircuitBreaker(clock, BREAKER);
    const usual = entry.active_directory === true ? ACTIVE_DIRECTORY : USUAL;
    this.id = entry.id;
    this.name = entry.name;
    this.createsAccounts = entry.create_accounts ?? true;
    this.linksByEmail = entry.link_by_email ?? false;
    this.#attributes = entry.attributes ?? usual.attributes;
    this.#filter = entry.filter ?? usual.filter;
    this.#names = entry.names ?? usual.names;
    this.#roles = new Map(
      Object.entries(entry.roles ?? {}).map(([dn, roles]) => [dnKey(dn), roles]),
    );
    this.governedRoles = new Set([...this.#roles.values()].flat());
    this.#tls = entry.ca_file === undefined ? {} : { ca: readFileSync(entry.ca_file) };
  }

  find(name: string): Promise<DirectoryPerson | undefined> {
    const value = filterValue(name);
    const either = this.#names.map((attribute) => `(${attribute}=${value})`).join('');
    return this.#person(`(|${either})`, (entry) => this.#isNamed(entry, name));
  }

  findById(id: string): Promise<DirectoryPerson | undefined> {
    const { id: attribute } = this.#attributes;
    const value = BINARY_ID.test(attribute) ? filterBytes(id) : filterValue(id);
    return this.#person(`(${attribute}=${value})`);
  }

  async accepts(person: DirectoryPerson | undefined, password: string): Promise<boolean> {
    // Without a password a bind succeeds as nobody (RFC 4513 section 5.1.2), whoever it names.
    if (password === '' || password.includes('\0')) return false;
    // Of nobody's entry, so that no account is locked by it.
    const dn = person?.dn ?? `cn=${randomUUID()},${this.entry.base_dn}`;
    const isTheirs = await this.#connected(async (client, ldap) => {
      try {
        await client.bind(dn, password);
        return true;
      } catch (error) {
        if (isRefusal(error, ldap)) return false;
        throw error;
      }
    });
    return isTheirs && person !== undefined;
  }

  async #person(
    which: string,
    isMeant: (entry: Entry) => boolean = () => true,
  ): Promise<DirectoryPerson | undefined> {
    const { base_dn } = this.entry;
    return this.#connected(async (client, ldap) => {
      await this.#bindOwn(client);
      const found = await search(client, base_dn, {
        filter: `(&${this.#filter}${which})`,
        sizeLimit: 2,
        attributes: [
          ...Object.values<string>(
            Object.assign<Record<string, string>, object>({}, this.#attributes),
          ),
          ...[...this.#names.map(withoutRule), 'memberOf', ...STATE_ATTRIBUTES],
        ],
        explicitBufferAttributes: ['objectGUID'],
      }).catch((error: unknown) => {
        if (error instanceof ldap.SizeLimitExceededError) return [];
        throw error;
      });
      const [entry] = found;
      // Two people with one name are none: it is not known whose password is asked for.
      if (entry === undefined || found.length > 1 || !isMeant(entry)) return undefined;
      return this.#personOf(entry, await this.#groupsOf(client, entry));
    });
  }

  /**
   * Whether that is a name of the entry as names are compared here. A directory takes more for the same, blanks and accents for one: each
   * such form would be a name of its own to whoever counts guesses.
   */
  #isNamed(entry: Entry, name: string): boolean {
    const key = nameKey(name);
    return this.#names.some((attribute) =>
      textsOf(attributeOf(entry, withoutRule(attribute))).some((own) => nameKey(own) === key),
    );
  }

  #personOf(entry: Entry, groups: readonly string[]): DirectoryPerson | undefined {
    const names = this.#attributes;
    const id = textOf(attributeOf(entry, names.id));
    if (id === undefined) return undefined;
    const roles = groups.flatMap((dn) => this.#roles.get(dnKey(dn)) ?? []);
    return {
      ...{ id, dn: entry.dn },
      username: textOf(attributeOf(entry, names.username)),
      email: addressIn(attributeOf(entry, names.email)),
      name: shownIn(attributeOf(entry, names.name)),
      givenName: shownIn(attributeOf(entry, names.given_name)),
      familyName: shownIn(attributeOf(entry, names.family_name)),
      isEnabled: isEnabled(entry, this.clock.nowMs()),
      roles: [...new Set(roles)].toSorted(),
    };
  }

  async #groupsOf(client: Client, entry: Entry): Promise<readonly string[]> {
    const { groups } = this.entry;
    if (this.#roles.size === 0) return [];
    if (groups === undefined) return membershipsOf(client, entry);
    return groupsNaming(client, groups, entry.dn);
  }

  async #bindOwn(client: Client): Promise<void> {
    const { bind_dn, bind_password } = this.entry;
    if (bind_dn !== undefined) await client.bind(bind_dn, bind_password);
  }

  async #connected<T>(work: (client: Client, ldap: Ldap) => Promise<T>): Promise<T> {
    if (this.#turns.pendingCount >= MOST_WAITING) {
      throw new DirectoryUnavailable(this.id, new Error('Too many wait for it.'));
    }
    const ldap = await import('ldapts');
    return this.#turns(async () => {
      const { url, start_tls } = this.entry;
      const client = new ldap.Client({
        ...{ url, timeout: ANSWER_MS, connectTimeout: CONNECT_MS, strictDN: false },
        ...(url.startsWith('ldaps:') ? { tlsOptions: this.#tls } : {}),
      });
      const call = this.#breaker.begin();
      if (call === undefined) {
        throw new DirectoryUnavailable(this.id, new Error('It has not answered lately.'));
      }
      try {
        if (start_tls === true)
          await client.startTLS({ ...this.#tls, host: new URL(url).hostname });
        const answer = await work(client, ldap);
        call.succeeded();
        return answer;
      } catch (error) {
        // A refusal is an answer too: what a stranger asks keeps nobody else out.
        const isAnswer = error instanceof ldap.ResultCodeError || error instanceof IncompleteValues;
        if (isAnswer) call.succeeded();
        else call.failed();
        throw new DirectoryUnavailable(this.id, error);
      } finally {
        await client.unbind().catch(() => undefined); // it is gone already
      }
    });
  }
}

async function search(client: Client, base: string, options: SearchOptions): Promise<Entry[]> {
  const { searchEntries } = await client.search(base, {
    ...options,
    scope: 'sub',
    timeLimit: ANSWER_MS / 1000,
  });
  return searchEntries;
}

function membershipsOf(client: Client, entry: Entry): Promise<readonly string[]> {
  const requireTime = timer();
  return allValues(entry, 'memberOf', async (attribute) => {
    requireTime();
    const { searchEntries } = await client.search(entry.dn, {
      ...{ scope: 'base', timeLimit: ANSWER_MS / 1000, attributes: [attribute] },
    });
    return searchEntries[0];
  });
}

/** The distinguished names of the groups that name a person. */
async function groupsNaming(
  client: Client,
  { base_dn, filter, member }: GroupSearch,
  person: string,
): Promise<readonly string[]> {
  const requireTime = timer();
  const names: string[] = [];
  const pages = client.searchPaginated(base_dn, {
    filter: `(&${filter}(${member}=${filterValue(person)}))`,
    ...{ scope: 'sub', timeLimit: ANSWER_MS / 1000 },
    paged: { pageSize: GROUPS_AT_ONCE },
    attributes: ['1.1'],
  });
  let count = 0;
  for await (const { searchEntries } of pages) {
    names.push(...searchEntries.map(({ dn }) => dn));
    count += 1;
    if (count > MOST_ANSWERS) throw new IncompleteValues('The groups of a person have no end.');
    requireTime();
  }
  return names;
}

/** Each answer has its time, and so have all of them together. */
function timer(): () => void {
  const end = performance.now() + GROUPS_MS;
  return () => {
    if (performance.now() > end)
      throw new IncompleteValues('The groups of a person take too long.');
  };
}

/** An attribute, without the matching rule by which a filter asks for it. */
const withoutRule = (attribute: string): string => attribute.split(':', 1)[0] ?? '';

/** What a directory says of a password that is not the entry's, or of an entry that nobody may use. */
const isRefusal = (error: unknown, ldap: Ldap): boolean =>
  error instanceof ldap.InvalidCredentialsError ||
  error instanceof ldap.NoSuchObjectError ||
  error instanceof ldap.InvalidDNSyntaxError ||
  error instanceof ldap.InappropriateAuthError ||
  error instanceof ldap.UnwillingToPerformError ||
  error instanceof ldap.ConstraintViolationError;

const textOf = (value: Entry[string] | undefined): string | undefined => textsOf(value)[0];

/** People may write into their own entries: what is shown to others has no control characters and an end. */
function shownIn(value: Entry[string] | undefined): string | undefined {
  const text = textOf(value)?.slice(0, MOST_CHARACTERS);
  return text !== undefined && PRINTABLE.test(text) ? text : undefined;
}

function addressIn(value: Entry[string] | undefined): string | undefined {
  const text = textOf(value);
  return isEmail(text) ? text : undefined;
}
