import { expect } from '@jest/globals';
import { isInTransaction } from '@sextant/platform-data/postgres';
import {
  watching,
  watchRequests,
  watchStatements,
  type Fault,
  type Place,
  type Seen,
} from '@sextant/platform-testing';
import { Secret, TOTP } from 'otpauth';
import { AccountMailWorker } from '../src/accounts/account-mail-worker.js';
import { sha256 } from '../src/clients/client-secret.js';
import { SecondFactors } from '../src/factors/second-factors.js';
import { Passwords } from '../src/passwords/passwords.js';
import { Users, type User } from '../src/users/user.js';
import { Browser } from './browser.js';
import { admin, adminToken, authorize, bearer, json, redeem, type TokenAnswer } from './flows.js';
import { mailServer } from './mail-server.js';
import { passwordOf, startAuth } from './running-auth.js';

export const SCIM_TOKEN = 'the-token-of-the-directory';

export interface Failing {
  readonly at: Place;
  readonly fault: Fault;
}
export type Attempt = (
  failing?: Failing,
) => Promise<{ readonly isDone: boolean; readonly seen: Seen }>;
/** Makes what is to be changed, anew for every attempt. */
export type Change = (watched: Watched) => Attempt | Promise<Attempt>;
/** Each with its name. */
export type Changes = readonly (readonly [string, Change])[];

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

let count = 0;
/** No two attempts are about the same thing. */
export const next = (): number => (count += 1);

/** A service whose statements are watched, and which stores nothing by itself. */
export async function startWatched() {
  const unwatch = watchStatements();
  const mail = await mailServer();
  const auth = await startAuth({
    env: {
      ...{ ...mail.env, SCIM_TOKEN, DYNAMIC_REGISTRATION: 'open', SWEEP_SECONDS: '3600' },
      ...{ RATE_LIMIT_SCIM: '1000000' },
    },
  });
  await auth.app.get(AccountMailWorker).onApplicationShutdown();
  const watched = watchRequests(auth.app.getHttpServer());
  const token = await adminToken(auth.url);
  const everything = await statementForAll(auth);
  const hashedInside = noteHashing(auth.app.get(Passwords));
  return {
    ...{ auth, token, hashedInside, call: admin(auth.url, token) },
    /** All rows of all tables, as text. */
    stored: async () => JSON.stringify(await auth.database.query(everything)),
    byRequest: (path: string, options: RequestOptions = {}): Attempt => {
      const { method = 'POST', headers = {}, body } = options;
      return async (failing) => {
        const mark = watched(failing);
        const answer = await fetch(auth.url + path, {
          ...{ method, redirect: 'manual' },
          headers: { ...headers, ...mark.headers },
          ...(body === undefined ? {} : { body }),
        });
        return { isDone: await isDone(answer), seen: mark.seen() };
      };
    },
    close: async () => {
      unwatch();
      await auth.close();
      await mail.close();
    },
  };
}

export type Watched = Awaited<ReturnType<typeof startWatched>>;

async function isDone(answer: Response): Promise<boolean> {
  const { status } = answer;
  const text = await answer.text();
  // A database that is away is told as such, and nothing else is.
  if (status >= 400) expect([status, text]).toEqual([503, text]);
  return status < 400;
}

/** One statement for all tables: these tests look a thousand times. */
async function statementForAll({ database }: Awaited<ReturnType<typeof startAuth>>) {
  const tables = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, jsonb_agg(row ORDER BY row)::text AS rows
       FROM (SELECT to_jsonb(one) AS row FROM "${name}" one) AS all_of_it`,
  );
  // PostgreSQL may read tables side by side.
  return `${parts.join(' UNION ALL ')} ORDER BY name`;
}

/** @returns for every hash that was made, whether a transaction waited for it */
function noteHashing(passwords: Passwords): readonly boolean[] {
  const inside: boolean[] = [];
  const hash = passwords.hash.bind(passwords);
  passwords.hash = (password) => {
    inside.push(isInTransaction());
    return hash(password);
  };
  return inside;
}

/** What is called directly, where a page or a queue would. */
export const byCall =
  (work: () => Promise<unknown>): Attempt =>
  async (failing) => {
    const { outcome, ...seen } = await watching(work, failing);
    // A refusal is none of these tests' failures.
    const status = outcome.status === 'rejected' && (outcome.reason as { status?: number }).status;
    if (typeof status === 'number') expect(outcome).toBeUndefined();
    return { isDone: outcome.status === 'fulfilled', seen };
  };

export async function newUser({ auth, call }: Watched, more: object = {}): Promise<User> {
  const username = `person${next()}`;
  const email = `${username}@example.org`;
  const body = { username, email, password: passwordOf(username), is_verified: true, ...more };
  const answer = await call('POST', '/users', body);
  const { id } = await json<{ id: string }>(answer);
  const user = await auth.app.get(Users).find(id);
  if (user === undefined) throw new Error(`${answer.status}`);
  return user;
}

export async function withFactor(watched: Watched): Promise<User> {
  const user = await newUser(watched);
  await addTotp(watched, user);
  return user;
}

export function addTotp({ auth }: Watched, user: User): Promise<unknown> {
  const secret = new Secret({ size: 20 }).base32;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const given = { secret, code, name: 'App' };
  return auth.app.get(SecondFactors).addTotp(user, given, { id: user.id });
}

/** Somebody who is signed in and holds tokens. */
export async function signedIn(watched: Watched) {
  const { url } = watched.auth;
  const user = await newUser(watched);
  const browser = new Browser(url);
  const authorized = await authorize(url, {}, { name: user.username, browser });
  const tokens = await json<TokenAnswer>(await redeem(url, authorized));
  return { user, tokens, browser };
}

/** A link as it would have been mailed. */
export async function newLink(
  { auth }: Watched,
  kind: string,
  { address, userId }: { readonly address: string; readonly userId: string | null },
): Promise<string> {
  const link = `token-${next()}`;
  await auth.database.query(
    `INSERT INTO account_link (digest, kind, user_id, address, invited_as, expires_at)
     VALUES ($1, $2, $3, $4, '{}', now() + interval '1 hour')`,
    [sha256(link), kind, userId, address],
  );
  return link;
}

/** A request of the directory before the one that is watched. */
export const scimRequest = async (
  { auth }: Watched,
  method: string,
  path: string,
  body: object,
) => {
  const answer = await fetch(`${auth.url}/scim/v2${path}`, {
    ...{ method, body: JSON.stringify(body) },
    headers: { ...bearer(SCIM_TOKEN), 'content-type': 'application/scim+json' },
  });
  expect(answer.status).toBeLessThan(300);
  return json<{ id: string }>(answer);
};

/** A group of the directory with a role. */
export const newGroup = async (watched: Watched, members: readonly string[]): Promise<string> => {
  const displayName = `Group ${next()}`;
  const all = members.map((value) => ({ value }));
  const { id } = await scimRequest(watched, 'POST', '/Groups', { displayName, members: all });
  await watched.call('PATCH', `/groups/${id}`, { roles: ['teacher'] });
  return id;
};
