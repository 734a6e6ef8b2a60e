import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Application, Artifacts, Participant, SessionSummary } from './artifacts.js';

interface GrantPayload {
  readonly iat?: number;
  readonly openid?: { readonly scope?: string };
}

interface SessionWithUse {
  readonly uid: string;
  readonly expires_at: Date;
  readonly payload: { readonly loginTs?: unknown; readonly authorizations?: object };
  readonly device: string | null;
  readonly ip: string | null;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
}

interface SessionOfClient {
  readonly grantId?: string;
  readonly sid?: string;
  /** It was allowed with `offline_access`. */
  readonly persistsLogout?: boolean;
}

interface SessionRow {
  readonly kind: string;
  readonly payload: {
    readonly authorizations?: Readonly<Record<string, SessionOfClient>>;
  };
}

const SWEEP_ROWS = 10_000;
/** A client that asks for them late is told that they have expired, not that they never existed (RFC 8628, section 3.5). */
const POLLED = `('BackchannelAuthenticationRequest', 'DeviceCode')`;

/** What the engine has given out, for those who see it and end it from outside. */
@Injectable()
export class PostgresArtifacts implements Artifacts {
  constructor(private readonly source: DataSource) {}

  async removeOfGrant(grantId: string): Promise<void> {
    await this.source.query('DELETE FROM oidc_artifact WHERE grant_id = $1', [grantId]);
  }

  async removeOfClient(clientId: string): Promise<void> {
    await this.source.query('DELETE FROM oidc_artifact WHERE client_id = $1', [clientId]);
  }

  async removeOfAccount(accountId: string): Promise<readonly Participant[]> {
    const [rows] = await this.source.query<[SessionRow[], number]>(
      'DELETE FROM oidc_artifact WHERE account_id = $1 RETURNING kind, payload',
      [accountId],
    );
    return rows.filter(({ kind }) => kind === 'Session').flatMap(participantsOf);
  }

  async sessionsOf(accountId: string): Promise<readonly SessionSummary[]> {
    const rows = await this.source.query<SessionWithUse[]>(
      `SELECT uid, expires_at, payload, device, ip, first_at, last_at
       FROM oidc_artifact LEFT JOIN session_use USING (uid)
       WHERE account_id = $1 AND kind = 'Session' AND expires_at > now()
       ORDER BY expires_at DESC LIMIT 500`,
      [accountId],
    );
    return rows.map(toSession);
  }

  async endSession(
    accountId: string,
    uid: string,
    keepsOffline = false,
  ): Promise<readonly Participant[] | undefined> {
    return this.source.transaction(async (manager) => {
      const ended = await manager.query<[SessionRow[], number]>(
        `DELETE FROM oidc_artifact WHERE uid = $1 AND account_id = $2 AND kind = 'Session'
         RETURNING kind, payload`,
        [uid, accountId],
      );
      const [session] = ended[0];
      if (session === undefined) return undefined;
      const authorizations = Object.values(session.payload.authorizations ?? {});
      await manager.query('DELETE FROM oidc_artifact WHERE grant_id = ANY($1::text[])', [
        authorizations
          .filter(({ persistsLogout }) => !(keepsOffline && persistsLogout === true))
          .flatMap(({ grantId }) => grantId ?? []),
      ]);
      return participantsOf(session);
    });
  }

  async applicationsOf(accountId: string): Promise<readonly Application[]> {
    const rows = await this.source.query<{ client_id: string; payload: GrantPayload }[]>(
      `SELECT client_id, payload FROM oidc_artifact
       WHERE account_id = $1 AND kind = 'Grant' AND client_id IS NOT NULL AND expires_at > now()
       ORDER BY expires_at DESC LIMIT 500`,
      [accountId],
    );
    return rows.map(({ client_id, payload }) => ({
      clientId: client_id,
      scopes: payload.openid?.scope?.split(' ') ?? [],
      since: new Date((payload.iat ?? 0) * 1000),
    }));
  }

  async withdraw(accountId: string, clientId: string): Promise<void> {
    await this.source.query(
      `DELETE FROM oidc_artifact WHERE account_id = $1 AND client_id = $2 AND kind <> 'Session'`,
      [accountId, clientId],
    );
  }

  async countActiveTokens(): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>(
      `SELECT count(*) FROM oidc_artifact
       WHERE kind IN ('AccessToken', 'ClientCredentials') AND expires_at > now()`,
    );
    return Number(row?.count ?? 0);
  }

  async sweep(now: Date): Promise<number> {
    let total = 0;
    for (;;) {
      const [, count] = await this.source.query<[unknown[], number]>(
        `DELETE FROM oidc_artifact WHERE id IN
           (SELECT id FROM oidc_artifact WHERE expires_at < $1
              AND (kind NOT IN ${POLLED} OR expires_at < $1::timestamptz - interval '1 hour')
            ORDER BY expires_at LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED)`,
        [now],
      );
      total += count;
      if (count < SWEEP_ROWS) break;
    }
    await this.source.query('DELETE FROM login_failure WHERE expires_at < $1', [now]);
    await this.source.query(
      `DELETE FROM login_place WHERE last_at < $1::timestamptz - interval '90 days'`,
      [now],
    );
    // No session lives longer without being used.
    await this.source.query(
      `DELETE FROM session_use WHERE last_at < $1::timestamptz - interval '15 days'`,
      [now],
    );
    return total;
  }
}

function toSession({
  uid,
  expires_at: expiresAt,
  payload,
  ...use
}: SessionWithUse): SessionSummary {
  const { loginTs, authorizations } = payload;
  const { device, ip, first_at: firstAt, last_at: at } = use;
  const isKept = device !== null && ip !== null && firstAt !== null && at !== null;
  return {
    uid,
    expiresAt,
    signedInAt: typeof loginTs === 'number' ? new Date(loginTs * 1000) : null,
    clientIds: Object.keys(authorizations ?? {}),
    ...(isKept ? { firstUseAt: firstAt, lastUse: { device, ip, at } } : {}),
  };
}

const participantsOf = ({ payload }: SessionRow): Participant[] =>
  Object.entries(payload.authorizations ?? {}).map(([clientId, { sid }]) => ({ clientId, sid }));
