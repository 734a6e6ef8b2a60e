import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { freePort } from '@sextant/platform-testing';
import { Browser, actionOf, newPkce, type Pkce, type Visit } from '../browser.js';
import { admin, adminToken, authorizeUrl, json, redeem, type TokenAnswer } from '../flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { startAuth, type RunningAuth } from '../running-auth.js';
import {
  ENTITY_ID,
  providerMetadata,
  readRequest,
  samlKey,
  SSO,
  type SamlKey,
  type SamlRequest,
} from './saml-provider.js';

export interface Journey {
  readonly here: Browser;
  readonly pkce: Pkce;
  readonly request: SamlRequest;
  readonly address: string;
}

interface Listed {
  readonly id: string;
  readonly email: string;
  readonly is_verified: boolean;
}

/** The keys of a provider, now and soon, and one that is not its own: it signs our requests. */
interface Keys {
  readonly key: SamlKey;
  readonly nextKey: SamlKey;
  readonly otherKey: SamlKey;
}

export const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

export const reasonsIn = ({ logs }: RunningAuth): readonly string[] =>
  logs
    .filter(({ msg }) => msg === 'upstream.refused')
    .map(({ err }) => (err as { readonly message: string }).message);

/** A server with providers of SAML, a replica of it, and people who sign in there. */
export class SamlFlow {
  readonly auth: RunningAuth;
  readonly replica: RunningAuth;
  readonly mail: MailServer;
  readonly call: ReturnType<typeof admin>;
  readonly keys: Keys;

  private constructor(
    parts: Pick<SamlFlow, 'auth' | 'replica' | 'mail' | 'call' | 'keys'>,
    private readonly folder: string,
  ) {
    const { auth, replica, mail, call, keys } = parts;
    this.auth = auth;
    this.replica = replica;
    this.mail = mail;
    this.call = call;
    this.keys = keys;
  }

  static async start(): Promise<SamlFlow> {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-saml-'));
    const [key, nextKey, otherKey] = await Promise.all([samlKey(), samlKey(), samlKey()]);
    const keys = { key, nextKey, otherKey };
    const file = await writeProviders(folder, keys);
    const mail = await mailServer();
    const port = await freePort();
    const issuer = { PORT: String(port), ISSUER: `http://127.0.0.1:${port}` };
    const auth = await startAuth({
      env: { ...issuer, ...mail.env, UPSTREAMS_FILE: file, REQUIRE_FACTOR: 'guard' },
    });
    const { ISSUER = '', KEY_ENCRYPTION_KEY = '' } = auth.env;
    const env = { ISSUER, KEY_ENCRYPTION_KEY, UPSTREAMS_FILE: file };
    const replica = await startAuth({ env, database: auth.database });
    const call = admin(auth.url, await adminToken(auth.url));
    return new SamlFlow({ auth, replica, mail, call, keys }, folder);
  }

  async close(): Promise<void> {
    await this.replica.close();
    await this.auth.close();
    await this.mail.close();
    await rm(this.folder, { recursive: true });
  }

  /** Presses the button of a provider. */
  async leave(id = 'school', asked: Readonly<Record<string, string>> = {}): Promise<Journey> {
    const here = new Browser(this.auth.url);
    const pkce = newPkce();
    const page = await here.get(authorizeUrl(asked, pkce));
    const gone = await here.post(actionOf(page), { upstream: id });
    const address = gone.location ?? '';
    return { here, pkce, request: readRequest(address), address };
  }

  /** What the provider's page has the browser post: from another site, so that it brings no cookie. */
  postFromThere(consumer: string, xml: string, relayState: string): Promise<Visit> {
    const fields = { SAMLResponse: encoded(xml), RelayState: relayState };
    return new Browser(this.auth.url).post(consumer, fields);
  }

  /** Comes back with an answer, by way of the page that posts it once more. */
  async comeBack(
    { here, request }: Journey,
    xml: string,
    relayState = request.relayState,
  ): Promise<Visit> {
    const page = await this.postFromThere(request.consumer, xml, relayState);
    const back = page.status === 200 ? await here.submit(page, {}) : page;
    return back.status === 303 ? here.get(back.location ?? '') : back;
  }

  async tokensOf({ pkce }: Journey, end: Visit): Promise<TokenAnswer> {
    const code = new URL(end.location ?? '').searchParams.get('code') ?? '';
    return json<TokenAnswer>(await redeem(this.auth.url, { code, pkce }));
  }

  async usersOf(text: string): Promise<readonly Listed[]> {
    const { users } = await json<{ users: Listed[] }>(await this.call('GET', `/users?q=${text}`));
    return users;
  }

  /** What the log says to operators about answers that were refused. */
  get reasons(): readonly string[] {
    return reasonsIn(this.auth);
  }

  /** Expects that an answer signs nobody in, that the person reads what to do, and the operator why. */
  async refused(journey: Journey, xml: string, reason: string | RegExp): Promise<void> {
    const before = this.reasons.length;
    const page = await this.comeBack(journey, xml);

    expect([page.status, page.location]).toEqual([401, undefined]);
    expect(page.text).toContain('has not signed you in. Try again, or sign in here.');
    expect(this.reasons).toHaveLength(before + 1);
    expect(this.reasons.at(-1)).toMatch(reason);
  }
}

async function writeProviders(folder: string, { key, nextKey, otherKey }: Keys): Promise<string> {
  const at = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const certificates = [key.certificate, nextKey.certificate];
  const byMetadata = {
    metadata_file: await at('idp.xml', providerMetadata(certificates)),
    signing_key_file: await at('sp.key', otherKey.key),
    signing_certificate_file: await at('sp.pem', otherKey.certificate),
  };
  const roles = { 'cn=Teachers': ['teacher'], heads: ['manager', 'teacher'] };
  const saml = { entity_id: ENTITY_ID, sso_url: SSO, certificates: [key.certificate] };
  const named = (id: string, sub: string) => ({ id, name: id, saml, claims: { sub } });
  const entries = [
    { id: 'school', name: 'School', create_accounts: true, saml: byMetadata, roles },
    {
      ...{ id: 'plain', name: 'Plain', saml, client_id: 'urn:sextant:plain' },
      roles: { guards: ['guard'] },
    },
    { id: 'trusted', name: 'Trusted', saml, link_by_email: true },
    { ...named('attribute', 'employee'), create_accounts: true },
    { ...named('lasting', 'NameID'), create_accounts: true },
  ];
  return at('upstreams.json', JSON.stringify(entries));
}
