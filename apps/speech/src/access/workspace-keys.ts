import { Injectable } from '@nestjs/common';
import {
  API_KEY_ERRORS,
  type ApiKey,
  ApiKeys,
  type IssuedApiKey,
} from '@sextant/platform-security/api-keys';
import { Clock } from '@sextant/platform-runtime/clock';
import { problem } from '@sextant/platform-http/errors';
import { allows, SCOPES, type Caller, type Scope } from './scopes.js';
import { invalid } from '../errors/request-errors.js';

export const KEY_ERRORS = {
  notActive: problem('api_key_not_active', 409, 'This key is revoked or expired: issue a new one.'),
  tooManyTokens: problem(
    'token_limit_reached',
    429,
    'This key has as many tokens as it may: use one until it expires.',
  ),
  noTokens: problem('forbidden', 403, 'Only keys can ask for tokens, not access tokens.'),
} as const;

export interface NewKey {
  readonly workspace: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly expiresInSeconds?: number | undefined;
}

/** A key that lasts an hour at most, as old clients ask for. */
export interface Token {
  readonly secret: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

const TOKEN_SECONDS = 3600;
/** Of one key, not expired (our choice): far more than clients that keep theirs for its hour. */
const MAX_LIVE_TOKENS = 200;
/**
 * Tokens are keys with a scope more, which names the key that asked; lists leave them out, and they end with it. Nobody
 * can ask for a key with such a scope.
 */
export const TOKEN_SCOPE_PREFIX = 'token:';

/** The key of a token. */
const parentOf = ({ scopes }: ApiKey): string | undefined =>
  scopes.find((scope) => scope.startsWith(TOKEN_SCOPE_PREFIX))?.slice(TOKEN_SCOPE_PREFIX.length);

/** Who asks with a key or with one of its tokens. */
export function callerOfKey(key: ApiKey): Caller {
  const { owner: workspace, id, scopes } = key;
  return {
    workspace,
    id,
    rootId: parentOf(key) ?? id,
    scopes: scopes.filter((scope) => !scope.startsWith(TOKEN_SCOPE_PREFIX)),
  };
}

/** Issues and ends the keys of workspaces. */
@Injectable()
export class WorkspaceKeys {
  constructor(
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  async list(workspace: string): Promise<readonly ApiKey[]> {
    return (await this.keys.list(workspace)).filter((key) => parentOf(key) === undefined);
  }

  issue({ workspace, label, scopes, expiresInSeconds }: NewKey): Promise<IssuedApiKey> {
    return this.keys.create({
      owner: workspace,
      label,
      scopes,
      ...(expiresInSeconds === undefined ? {} : { expiresAt: this.inSeconds(expiresInSeconds) }),
    });
  }

  /** The new key first, so that nobody is left without one. @throws {Problem} `api_key_not_found`, `api_key_not_active` */
  async rotate(workspace: string, id: string): Promise<IssuedApiKey> {
    const key = await this.keys.get(workspace, id);
    if (parentOf(key) !== undefined) throw API_KEY_ERRORS.notFound();
    const { label, scopes, expiresAt, revokedAt } = key;
    const hasExpired = expiresAt !== undefined && expiresAt.getTime() <= this.clock.nowMs();
    if (revokedAt !== undefined || hasExpired) throw KEY_ERRORS.notActive();
    const issued = await this.keys.create({
      owner: workspace,
      label,
      scopes,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    await this.revoke(workspace, id);
    return issued;
  }

  /** Its tokens end with it. Again is no error, and ends what an interrupted one left. @throws {Problem} `api_key_not_found` */
  async revoke(workspace: string, id: string): Promise<void> {
    await this.keys.revoke(workspace, id);
    for (const token of await this.liveTokens(workspace, id)) {
      await this.keys.revoke(workspace, token.id);
    }
  }

  /**
   * A short-lived key with some of the caller's scopes; it never outlives the key that asks.
   *
   * @param scope names with spaces between them; all of the caller's if absent
   * @throws {Problem} `validation_failed` for scopes that the caller does not have, `token_limit_reached`
   */
  async token(caller: Caller, scope: string | undefined): Promise<Token> {
    if (caller.id.startsWith('token:')) throw KEY_ERRORS.noTokens();
    const scopes = scope === undefined || scope.trim() === '' ? own(caller) : asked(caller, scope);
    const { expiresAt } = await this.keys.get(caller.workspace, caller.id);
    await this.requireRoom(caller);
    const nowMs = this.clock.nowMs();
    const leftMs = (expiresAt?.getTime() ?? Infinity) - nowMs;
    const expiresInSeconds = Math.min(TOKEN_SECONDS, Math.floor(leftMs / 1000));
    const { secret } = await this.keys.create({
      owner: caller.workspace,
      label: 'token of /v1/auth/token',
      scopes: [...scopes, `${TOKEN_SCOPE_PREFIX}${caller.rootId}`],
      expiresAt: this.inSeconds(expiresInSeconds),
    });
    await this.requireLive(caller);
    return { secret, expiresInSeconds, scopes };
  }

  private async requireRoom({ workspace, rootId }: Caller): Promise<void> {
    const live = await this.liveTokens(workspace, rootId);
    if (live.length < MAX_LIVE_TOKENS) return;
    const nowMs = this.clock.nowMs();
    const firstEndMs = Math.min(...live.map(({ expiresAt }) => expiresAt?.getTime() ?? Infinity));
    const seconds = Math.max(1, Math.ceil((firstEndMs - nowMs) / 1000));
    throw KEY_ERRORS.tooManyTokens({ headers: { 'Retry-After': String(seconds) } });
  }

  /** A revocation that did not see the new token is seen here. */
  private async requireLive({ workspace, rootId }: Caller): Promise<void> {
    const { revokedAt } = await this.keys.get(workspace, rootId);
    if (revokedAt === undefined) return;
    await this.revoke(workspace, rootId);
    throw KEY_ERRORS.notActive();
  }

  private async liveTokens(workspace: string, id: string): Promise<readonly ApiKey[]> {
    const nowMs = this.clock.nowMs();
    return (await this.keys.list(workspace)).filter(
      (key) =>
        parentOf(key) === id &&
        key.revokedAt === undefined &&
        (key.expiresAt?.getTime() ?? Infinity) > nowMs,
    );
  }

  private inSeconds(seconds: number): Date {
    return new Date(this.clock.nowMs() + seconds * 1000);
  }
}

/** Administration is asked for by name. */
const own = ({ scopes }: Caller): readonly string[] =>
  scopes.filter((scope) => scope !== 'speech:admin');

function asked(caller: Caller, scope: string): readonly string[] {
  const names = [...new Set(scope.trim().split(/\s+/))];
  const known = names.filter((name): name is Scope => SCOPES.some((each) => each === name));
  if (known.length < names.length || !known.every((name) => allows(caller.scopes, name))) {
    throw invalid('scope', 'This key has not all of these scopes.');
  }
  return known;
}
