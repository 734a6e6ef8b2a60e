import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@sextant/platform-runtime/clock';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { ArtifactRow, ArtifactStore, NewArtifact } from '../../sessions/artifact-store.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';
import type { Sealer } from '../../keys/sealer.js';
import { artifactId } from './artifact-id.js';
import type { RefreshGrace } from './refresh-grace.js';

/** Registration access tokens do not expire. */
const NEVER_SECONDS = 100 * 365 * 86_400;

export interface ArtifactAdapterDependencies {
  readonly store: ArtifactStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly grace: RefreshGrace;
  /** Begun before anything is written, where the request is a change. */
  readonly unit: Pick<UnitOfWork, 'begin'>;
}

/** Found by other things than their id as well, so the id has to be readable again. */
const SEALED_ID = new Set(['Session']);
/** They hold cookie values and codes of others: nothing of them is readable in the table. */
const SEALED_WHOLE = new Set(['Interaction', 'DeviceCode', 'BackchannelAuthenticationRequest']);
/** Their value is a signed JWT; the table holds its digest. */
const SIGNED = new Set(['AccessToken', 'ClientCredentials']);

/** Begins an access token on its way to revocation and introspection. */
const TOKEN_MARK = '~';

/**
 * An access token in a form that the engine does not take for a JWT, which it would refuse. With one
 * part too many it sees that at the first look; a part that cannot be decoded would cost it more than
 * all the rest of an introspection.
 */
export const markedToken = (token: string): string => `${TOKEN_MARK}${token}.`;

const unmarked = (token: string): string =>
  token.startsWith(TOKEN_MARK) ? token.slice(TOKEN_MARK.length, -1) : token;

export const digestOf = (value: string): string => hash('sha256', value, 'base64url');

/** What `session-adapter.ts` says of a session that was loaded, and `token-exchange.ts` of a token. */
export interface Replacing {
  /** The value under which it was loaded: it is written only where that is still to be found. */
  readonly replaces?: string;
  /** It is stored only while this is there, and ends with it. */
  readonly parent?: Buffer;
}

/** The storage adapter of oidc-provider for one kind of artifact. */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly uses: ArtifactAdapterDependencies,
  ) {}

  async upsert(
    id: string,
    { replaces, parent, ...payload }: AdapterPayload & Replacing,
    expiresIn = NEVER_SECONDS,
  ): Promise<void> {
    await this.uses.unit.begin();
    const isSession = this.kind === 'Session';
    const row = {
      id: artifactId(this.kind, id),
      kind: this.kind,
      payload: this.#stored(id, payload),
      expiresAt: new Date(this.uses.clock.nowMs() + expiresIn * 1000),
      grantId: this.#grantOf(id, payload),
      accountId: payload.accountId,
      clientId: payload.clientId,
      uid: isSession ? payload.uid : undefined,
      userCode:
        payload.userCode === undefined ? undefined : artifactId('userCode', payload.userCode),
    };
    if (parent !== undefined) await this.#insertBelow(parent, row);
    else if (replaces === undefined) await this.uses.store.upsert(row);
    else await this.uses.store.replace(artifactId(this.kind, replaces), row);
  }

  async #insertBelow(parent: Buffer, row: NewArtifact): Promise<void> {
    if (await this.uses.store.insertBelow(parent, row)) return;
    throw new errors.InvalidRequest('what it was asked for with has ended meanwhile');
  }

  /** A page that asks for another account must not end with the grant of the account before it. */
  #grantOf(id: string, { grantId }: AdapterPayload): string | undefined {
    if (this.kind === 'Interaction') return undefined;
    return this.kind === 'Grant' ? id : grantId;
  }

  async find(value: string): Promise<AdapterPayload | undefined> {
    if (SIGNED.has(this.kind)) return this.#findSigned(value);
    if (value.startsWith(TOKEN_MARK)) return undefined;
    return this.#payload(await this.uses.store.find(artifactId(this.kind, value)), value);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#payload(await this.uses.store.findByUid(uid));
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#payload(await this.uses.store.findByUserCode(artifactId('userCode', userCode)));
  }

  /**
   * Of concurrent uses of one code or refresh token at most one goes on. The others are a sign of
   * theft: everything of the grant dies with them (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
   */
  async consume(value: string): Promise<void> {
    const id = artifactId(this.kind, value);
    const now = new Date(this.uses.clock.nowMs());
    if (await this.uses.store.consume(id, now)) return;
    if (this.kind === 'RefreshToken') await this.#repeat(id);
    const grantId = await this.uses.store.grantOf(id);
    if (grantId !== undefined) await this.uses.store.removeOfGrant(grantId);
    if (this.kind === 'PushedAuthorizationRequest') {
      throw new errors.InvalidRequestUri('request_uri was used already');
    }
    throw new errors.InvalidGrant('used already');
  }

  /** Of two requests at once with one token of a public client the second gets the answer of the first. */
  async #repeat(id: Buffer): Promise<void> {
    const { consumedAt } = (await this.uses.store.find(id)) ?? {};
    const context = Provider.ctx;
    if (consumedAt === undefined || context === undefined) return;
    if (this.uses.grace.admits(consumedAt)) await this.uses.grace.repeatIfLate(context);
  }

  async destroy(value: string): Promise<void> {
    await this.uses.unit.begin();
    if (this.kind === 'Grant') await this.uses.store.removeOfGrant(value);
    else await this.uses.store.destroy(artifactId(this.kind, value));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.uses.unit.begin();
    await this.uses.store.removeKindOfGrant(this.kind, grantId);
  }

  /** The id is not written down but for those that must be found without it. */
  #stored(id: string, payload: AdapterPayload): Record<string, unknown> {
    if (SEALED_WHOLE.has(this.kind)) return { sealed: this.#seal(JSON.stringify(payload)) };
    const { jti, ...rest } = payload;
    if (SEALED_ID.has(this.kind)) return { ...rest, sealedId: this.#seal(id) };
    return this.kind === 'Grant' ? { ...rest, jti } : rest;
  }

  #payload(row: ArtifactRow | undefined, value?: string): AdapterPayload | undefined {
    if (row === undefined) return undefined;
    const { sealed, sealedId, ...rest } = row.payload as AdapterPayload & {
      readonly sealed?: string;
      readonly sealedId?: string;
    };
    const consumed = this.#consumed(row);
    if (sealed !== undefined) {
      return { ...(JSON.parse(this.#open(sealed)) as AdapterPayload), ...consumed };
    }
    const jti = sealedId === undefined ? value : this.#open(sealedId);
    return { ...rest, ...(jti === undefined ? {} : { jti }), ...consumed };
  }

  /** Within its grace time a refresh token looks unused until all about the request was checked: then its answer comes again. */
  #consumed({ consumedAt }: ArtifactRow): { consumed?: number } {
    if (consumedAt === undefined) return {};
    const isInGrace = this.kind === 'RefreshToken' && this.uses.grace.admits(consumedAt);
    return isInGrace ? {} : { consumed: Math.floor(consumedAt.getTime() / 1000) };
  }

  /**
   * The whole token has to be the one that was given out, byte for byte: its digest is compared,
   * which a forged header, signature or claim cannot survive.
   */
  async #findSigned(marked: string): Promise<AdapterPayload | undefined> {
    const token = unmarked(marked);
    const { jti, kind } = readToken(token);
    if (jti === undefined || kind !== this.kind) return undefined;
    const row = await this.uses.store.find(artifactId(this.kind, jti));
    const { digest } = (row?.payload ?? {}) as { readonly digest?: string };
    if (digest === undefined || !isEqual(digest, digestOf(token))) return undefined;
    return this.#payload(row, jti);
  }

  #seal(text: string): string {
    return this.uses.sealer.seal(text, this.kind).toString('base64');
  }

  #open(sealed: string): string {
    return this.uses.sealer.open(Buffer.from(sealed, 'base64'), this.kind);
  }
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

interface ReadToken {
  readonly jti?: string;
  readonly kind?: 'AccessToken' | 'ClientCredentials';
}

let lastRead: { readonly token: string; readonly read: ReadToken } = { token: '', read: {} };

/** Introspection looks for the same token among those of people and those of machines. */
function readToken(token: string): ReadToken {
  if (token !== lastRead.token) lastRead = { token, read: parseToken(token) };
  return lastRead.read;
}

function parseToken(token: string): ReadToken {
  const parts = token.split('.');
  if (parts.length !== 3 || token.length > 16_384) return {};
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
    const { jti, sub, client_id } = claims as Readonly<Record<string, unknown>>;
    if (typeof jti !== 'string') return {};
    return { jti, kind: sub === client_id ? 'ClientCredentials' : 'AccessToken' };
  } catch {
    return {}; // not a token of ours
  }
}
