import type { Provider } from 'oidc-provider';
import type { Users } from '../domain/user.js';

interface SessionLike {
  readonly id: string;
  readonly accountId?: string;
  readonly exp?: number;
  oldId?: string | undefined;
}

interface SessionPrototype {
  loginAccount: (this: SessionLike, details: object) => void;
  save: (this: SessionLike, ttl: number) => Promise<string>;
  getValueAndPayload: (this: SessionLike) => Promise<{ payload: Record<string, unknown> }>;
}

interface SessionModel {
  readonly prototype: SessionPrototype;
  find(value: string, options?: object): Promise<SessionLike | undefined>;
}

/** Under which value the session that is being saved was loaded. */
const loadedAs = new WeakMap<object, string>();

/**
 * Keeps ended sessions ended. The engine writes a session back at the end of every request; one that
 * was ended meanwhile would be there again. What was loaded is therefore only written over itself,
 * and only when something in it has changed: what another request wrote meanwhile is not lost. Who is deactivated has no session at all.
 */
export function guardSessions(provider: Provider, users: Pick<Users, 'find'>): void {
  const model = provider.Session as unknown as SessionModel;
  const { prototype } = model;
  const find = model.find.bind(model);
  const loaded = new WeakMap<object, string>();
  model.find = async (value, options) => {
    const session = await find(value, options);
    if (session === undefined) return session;
    loaded.set(targetOf(session), contentOf(session));
    if (session.accountId === undefined) return session;
    return (await users.find(session.accountId))?.isActive === true ? session : undefined;
  };
  const { loginAccount, save, getValueAndPayload } = prototype;
  const signedIn = new WeakSet<object>();
  prototype.loginAccount = function login(this: SessionLike, details) {
    signedIn.add(targetOf(this));
    loginAccount.call(this, details);
  };
  prototype.save = async function saveOver(this: SessionLike, ttl) {
    const target = targetOf(this);
    const { oldId, exp, id } = this;
    if (exp !== undefined && loaded.get(target) === contentOf(this) && isFresh(exp, ttl)) return id;
    // A session without `exp` was never stored; who has just signed in begins a new one.
    const isLoaded = exp !== undefined && !signedIn.has(target);
    if (isLoaded) {
      loadedAs.set(target, oldId ?? id);
      this.oldId = undefined;
    } else loadedAs.delete(target);
    signedIn.delete(target);
    const saved = await save.call(this, ttl);
    this.oldId = undefined;
    return saved;
  };
  prototype.getValueAndPayload = async function withPrevious(this: SessionLike) {
    const result = await getValueAndPayload.call(this);
    const replaces = loadedAs.get(targetOf(this));
    if (replaces !== undefined) result.payload['replaces'] = replaces;
    return result;
  };
}

/** Everything but the times, which change with every request. */
const contentOf = (session: object): string =>
  JSON.stringify(session, (name, value: unknown) => (TIMES.has(name) ? undefined : value));

const TIMES = new Set(['exp', 'iat']);

/** Rather than with every request the time is extended once a tenth of it is over. */
const isFresh = (exp: number, ttl: number): boolean => exp - Date.now() / 1000 > ttl * 0.9;

const SELF = Symbol('self');

/** The engine wraps the session into a proxy; both have to be known as one. */
function targetOf(session: object): object {
  const known = session as { [SELF]?: object };
  if (known[SELF] === undefined) Object.defineProperty(session, SELF, { value: {} });
  return known[SELF] ?? session;
}
