/** Something that a token may allow. */
export interface Scope {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Given when a request names no scope. */
  readonly isDefault: boolean;
  readonly isActive: boolean;
  /** Roles whose holders may have it, beside administrators; everybody may when there is none. */
  readonly roles: readonly string[];
  readonly createdAt: Date;
}

export type ScopeChange = Partial<Pick<Scope, 'description' | 'isDefault' | 'isActive' | 'roles'>>;

export abstract class Scopes {
  abstract list(): Promise<readonly Scope[]>;
  /** By `id` or name. */
  abstract find(id: string): Promise<Scope | undefined>;
  /** @throws {Problem} `scope_exists` */
  abstract add(scope: Scope): Promise<void>;
  abstract change(id: string, change: ScopeChange): Promise<Scope | undefined>;
}

/** The scope of the admin API. */
export const ADMIN_SCOPE = 'admin';

/** Lets a client look at the tokens of other clients. */
export const INTROSPECT_SCOPE = 'introspect';

/** Scopes of administrators, here and (`<service>:admin`) at the siblings: of no machine, of nobody else. */
export const isForAdmins = (name: string): boolean =>
  name === ADMIN_SCOPE || name.endsWith(`:${ADMIN_SCOPE}`);

/** Scopes that nobody has without an administrator's hand. */
export const isPrivileged = (name: string): boolean =>
  isForAdmins(name) || name === INTROSPECT_SCOPE;

/** RFC 6749 section 3.3: printable ASCII without space, quote and backslash. */
export const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

/** The scopes of OpenID Connect, which are about claims and always known. */
export const OPENID_SCOPES = {
  openid: 'Know who you are',
  profile: 'See your name',
  email: 'See your e-mail address',
  address: 'See your postal address',
  phone: 'See your phone number',
  roles: 'See your roles',
  groups: 'See the groups that you are in',
  offline_access: 'Stay signed in while you are away',
} as const;

export const isOpenidScope = (name: string): name is keyof typeof OPENID_SCOPES =>
  Object.hasOwn(OPENID_SCOPES, name);
