import { isDeepStrictEqual } from 'node:util';
import { Provider, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { Users } from '../../users/user.js';
import { ArtifactAdapter, type ArtifactAdapterDependencies } from './artifact-adapter.js';

export interface SessionAdapterDependencies extends ArtifactAdapterDependencies {
  readonly users: Pick<Users, 'find'>;
}

/** What a request of the engine knows of the sessions that it has read or written. */
interface Known {
  /** As JSON, by the value of the cookie: the engine changes what it was given in place. */
  readonly contents: Map<string, string>;
  /** The value that is to be replaced by the next one that is written. */
  rotated?: string | undefined;
  /** Somebody has signed in with this request, and the session has been begun anew. */
  hasBegun?: boolean;
}

const knownIn = new WeakMap<KoaContextWithOIDC, Known>();

/**
 * Keeps ended sessions ended. The engine writes a session back at the end of every request; one that
 * was ended meanwhile would be there again. What a request has read is therefore only written over
 * itself, and only when something in it has changed: what another request wrote meanwhile is not
 * lost. Who is deactivated has no session at all.
 */
export class SessionAdapter extends ArtifactAdapter {
  readonly #users: Pick<Users, 'find'>;

  constructor({ users, ...uses }: SessionAdapterDependencies) {
    super('Session', uses);
    this.#users = users;
  }

  override async find(value: string): Promise<AdapterPayload | undefined> {
    const payload = await super.find(value);
    if (payload === undefined) return undefined;
    knownNow()?.contents.set(value, contentOf(payload));
    const { accountId } = payload;
    if (accountId === undefined) return payload;
    return (await this.#users.find(accountId))?.isActive === true ? payload : undefined;
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const known = knownNow();
    if (known === undefined) {
      await super.upsert(id, payload, expiresIn);
      return;
    }
    const content = contentOf(payload);
    const before = known.contents.get(id);
    if (before !== undefined && isSame(before, content) && isFresh(before, expiresIn)) return;
    await this.#write(known, { id, payload, expiresIn });
    known.contents.set(id, content);
    known.rotated = undefined;
  }

  async #write(
    known: Known,
    { id, payload, expiresIn }: { id: string; payload: AdapterPayload; expiresIn: number },
  ): Promise<void> {
    const { rotated } = known;
    if (beginsAnew(known)) {
      if (rotated !== undefined) await super.destroy(rotated);
      await super.upsert(id, payload, expiresIn);
      return;
    }
    const replaces = rotated ?? (known.contents.has(id) ? id : undefined);
    const row = replaces === undefined ? payload : { ...payload, replaces };
    await super.upsert(id, row, expiresIn);
  }

  /** A new name for a session comes as the end of the old one first: that waits for the new one. */
  override async destroy(value: string): Promise<void> {
    const known = knownNow();
    const current = Provider.ctx?.oidc.session?.jti;
    const isRotated = current !== undefined && current !== value && known?.contents.has(value);
    if (known !== undefined && isRotated === true) known.rotated = value;
    else await super.destroy(value);
  }
}

function knownNow(): Known | undefined {
  const context = Provider.ctx;
  if (context === undefined) return undefined;
  const known = knownIn.get(context) ?? { contents: new Map<string, string>() };
  knownIn.set(context, known);
  return known;
}

/** Who has just signed in begins a session, whatever became of the one before. */
function beginsAnew(known: Known): boolean {
  const isSignIn = Provider.ctx?.oidc.result?.login !== undefined && known.hasBegun !== true;
  if (isSignIn) known.hasBegun = true;
  return isSignIn;
}

const contentOf = (payload: AdapterPayload): string => JSON.stringify(payload);

/** In everything but the times, which change with every request. */
const isSame = (before: string, after: string): boolean =>
  isDeepStrictEqual(withoutTimes(before), withoutTimes(after));

const withoutTimes = (content: string): object => ({
  ...(JSON.parse(content) as object),
  exp: undefined,
  iat: undefined,
});

/** Rather than with every request the time is extended once a tenth of it is over. */
function isFresh(before: string, expiresIn: number): boolean {
  const { exp = 0 } = JSON.parse(before) as { readonly exp?: number };
  return exp - Date.now() / 1000 > expiresIn * 0.9;
}
