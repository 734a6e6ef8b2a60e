import { AccountDeletion } from '../../src/accounts/account-deletion.js';
import { AccountFlows } from '../../src/accounts/account-flows.js';
import { OwnAccount } from '../../src/accounts/own-account.js';
import { SecondFactors } from '../../src/factors/second-factors.js';
import { UpstreamSignOut } from '../../src/upstream/upstream-sign-out.js';
import { Upstreams, type Upstream } from '../../src/upstream/upstreams.js';
import { basic, bearer, json } from '../flows.js';
import { passwordOf } from '../running-auth.js';
import {
  byCall,
  newLink,
  newUser,
  next,
  signedIn,
  addTotp,
  withFactor,
  type Attempt,
  type Changes,
  type Watched,
} from '../whole-changes.js';

const upstream: Upstream = {
  ...{
    id: 'other',
    issuer: 'https://other.example',
    name: 'Other',
    createsAccounts: true,
    linksByEmail: true,
    governedRoles: new Set(['teacher']),
  },
  begin: () => Promise.reject(new Error('unused')),
  finish: () => Promise.reject(new Error('unused')),
  readLogout: (text) => Promise.resolve({ subject: text, sid: undefined, jti: text }),
};
const identityOf = (email: string) => ({
  ...{ subject: `subject-${next()}`, email, isEmailVerified: true },
  ...{ name: 'Somebody', username: undefined, sid: `sid-${next()}`, roles: ['teacher'] },
});

const REGISTRATION = {
  ...{ redirect_uris: ['https://app.example/callback'], token_endpoint_auth_method: 'none' },
};
interface Registered {
  readonly client_id: string;
  readonly registration_client_uri: string;
  readonly registration_access_token: string;
}
const asJson = { 'content-type': 'application/json' };
async function registered(watched: Watched): Promise<Registered> {
  const answer = await fetch(`${watched.auth.url}/api/v1/oauth/register`, {
    ...{ method: 'POST', headers: asJson, body: JSON.stringify(REGISTRATION) },
  });
  return json<Registered>(answer);
}
const ofRegistered = (
  watched: Watched,
  { registration_client_uri, registration_access_token }: Registered,
  init: { readonly method: string; readonly body?: string },
): Attempt =>
  watched.byRequest(new URL(registration_client_uri).pathname, {
    ...init,
    headers: { ...asJson, ...bearer(registration_access_token) },
  });

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export const ACCOUNT_CHANGES: Changes = [
  [
    'a client that registers itself',
    (watched) =>
      watched.byRequest('/api/v1/oauth/register', {
        headers: asJson,
        body: JSON.stringify(REGISTRATION),
      }),
  ],
  [
    'a client that changes itself',
    async (watched) => {
      const client = await registered(watched);
      const body = { ...REGISTRATION, client_id: client.client_id, client_name: 'Other' };
      return ofRegistered(watched, client, { method: 'PUT', body: JSON.stringify(body) });
    },
  ],
  [
    'a client that deletes itself',
    async (watched) => ofRegistered(watched, await registered(watched), { method: 'DELETE' }),
  ],
  [
    'a revoked grant',
    async (watched) => {
      const { tokens } = await signedIn(watched);
      const body = new URLSearchParams({ token: tokens.refresh_token }).toString();
      const headers = { ...basic('web'), ...form };
      return watched.byRequest('/api/v1/oauth/revoke', { headers, body });
    },
  ],
  [
    'a sign-out',
    async (watched) => {
      const { tokens, browser } = await signedIn(watched);
      const path = `/oidc/logout?id_token_hint=${tokens.id_token ?? ''}`;
      return watched.byRequest(path, {
        method: 'GET',
        headers: { cookie: browser.cookieHeader(path) },
      });
    },
  ],
  [
    'a password set by a link',
    async (watched) => {
      const user = await newUser(watched, { is_verified: false });
      const link = await newLink(watched, 'reset', { address: user.email, userId: user.id });
      const password = passwordOf(`again-${user.username}`);
      return byCall(() => watched.auth.app.get(AccountFlows).resetPassword(link, password, '::1'));
    },
  ],
  [
    'an address verified by a link',
    async (watched) => {
      const user = await newUser(watched, { is_verified: false });
      const link = await newLink(watched, 'verify', { address: user.email, userId: user.id });
      return byCall(() => watched.auth.app.get(AccountFlows).verifyAddress(link, '::1'));
    },
  ],
  [
    'an address changed by a link',
    async (watched) => {
      const user = await newUser(watched);
      const link = await newLink(watched, 'change-address', {
        address: `next-${user.email}`,
        userId: user.id,
      });
      return byCall(() => watched.auth.app.get(AccountFlows).changeAddress(link, '::1'));
    },
  ],
  [
    'a wish for another address',
    async (watched) => {
      const user = await newUser(watched);
      await newLink(watched, 'change-address', { address: `old-${user.email}`, userId: user.id });
      return byCall(() =>
        watched.auth.app.get(AccountFlows).askForAddress(user, `next-${user.email}`),
      );
    },
  ],
  [
    'an accepted invitation',
    async (watched) => {
      const username = `accepted${next()}`;
      const link = await newLink(watched, 'invitation', {
        address: `${username}@example.org`,
        userId: null,
      });
      const account = { username, name: 'Somebody', password: passwordOf(username) };
      return byCall(() => watched.auth.app.get(AccountFlows).accept(link, 'invitation', account));
    },
  ],
  [
    'a withdrawn consent',
    async (watched) => {
      const { user } = await signedIn(watched);
      return byCall(() => watched.auth.app.get(OwnAccount).withdraw(user, 'web', '::1'));
    },
  ],
  [
    'a wish to be deleted',
    async (watched) => {
      const user = await newUser(watched);
      return byCall(() => watched.auth.app.get(AccountDeletion).ask(user, '::1'));
    },
  ],
  [
    'a deletion called off',
    async (watched) => {
      const user = await newUser(watched);
      await watched.auth.app.get(AccountDeletion).ask(user, '::1');
      return byCall(() => watched.auth.app.get(AccountDeletion).cancel(user, '::1'));
    },
  ],
  [
    'a new factor',
    async (watched) => {
      const user = await newUser(watched);
      return byCall(() => addTotp(watched, user));
    },
  ],
  [
    'a factor taken away',
    async (watched) => {
      const user = await withFactor(watched);
      const factors = watched.auth.app.get(SecondFactors);
      const [factor] = await factors.list(user.id);
      return byCall(() => factors.remove(user, factor!.id, { id: user.id }));
    },
  ],
  [
    'new recovery codes',
    async (watched) => {
      const user = await withFactor(watched);
      return byCall(() =>
        watched.auth.app.get(SecondFactors).newRecoveryCodes(user, { id: user.id }),
      );
    },
  ],
  [
    'somebody whom another provider brings',
    (watched) => {
      const identity = { ...identityOf(`brought${next()}@example.org`), sid: undefined };
      return byCall(() => watched.auth.app.get(Upstreams).resolve(upstream, identity, '::1'));
    },
  ],
  [
    'a link to another provider, and its end',
    async (watched) => {
      const user = await newUser(watched);
      const identity = identityOf(user.email);
      await watched.auth.app.get(Upstreams).link(upstream, identity, user);
      return byCall(() => watched.auth.app.get(Upstreams).unlink(user, upstream.id, '::1'));
    },
  ],
  [
    'a sign-out at another provider',
    async (watched) => {
      const { user } = await signedIn(watched);
      const identity = identityOf(user.email);
      await watched.auth.app.get(Upstreams).link(upstream, identity, user);
      return byCall(() =>
        watched.auth.app.get(UpstreamSignOut).take(upstream, identity.subject, '::1'),
      );
    },
  ],
];
