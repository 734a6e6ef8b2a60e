import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Client } from 'ldapts';
import { allValues } from '../../src/ldap/ranged-values.js';
import { SERVER_AUTH, TestAuthority } from '../certificates.js';
import { admin, adminToken, json, postForm, type TokenAnswer } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';
import { ADDRESS, BASE, hasSamba, passwordIn, READER, Samba, USERS } from './samba.js';

interface Listed {
  readonly users: readonly { readonly id: string; readonly username: string }[];
}

(hasSamba ? describe : describe.skip)(
  'people of Active Directory (needs root, and Debian’s samba, samba-ad-provision, samba-dsdb-modules, samba-vfs-modules)',
  () => {
    let samba: Samba;
    let folder: string;
    let auth: RunningAuth;
    let nested: RunningAuth;
    let call: ReturnType<typeof admin>;
    let ip = 0;
    /** Guesses count by address: each case has one of its own. */
    let from: Record<string, string>;

    const withDirectory = async (name: string, more: object): Promise<RunningAuth> => {
      const file = join(folder, `${name}.json`);
      const entry = {
        ...{ id: 'office', name: 'Office', active_directory: true, base_dn: BASE },
        ...{
          bind_dn: READER,
          bind_password: passwordIn('reader'),
          ca_file: join(folder, 'ca.pem'),
        },
        roles: { [`CN=Teachers,${USERS}`]: ['teacher'] },
        ...more,
      };
      await writeFile(file, JSON.stringify([entry]));
      return startAuth({ env: { LDAP_FILE: file, TRUSTED_PROXIES: '127.0.0.1' } });
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sextant-ad-'));
      const authority = await TestAuthority.create();
      await writeFile(join(folder, 'ca.pem'), authority.pem);
      samba = await Samba.start(
        await authority.issue({ names: [{ type: 'ip', value: ADDRESS }], purpose: SERVER_AUTH }),
      );
      await samba.tool('group', 'add', 'Teachers');
      await samba.tool('group', 'add', 'Physics');
      await samba.tool('group', 'addmembers', 'Teachers', 'Physics');
      for (const name of ['edsger', 'barbara', 'grace-h', 'alonzo', 'haskell']) {
        await samba.person(name);
      }
      await samba.tool('group', 'addmembers', 'Teachers', 'edsger');
      await samba.tool('group', 'addmembers', 'Physics', 'barbara');
      auth = await withDirectory('tls', { url: `ldaps://${ADDRESS}` });
      nested = await withDirectory('nested', {
        ...{ url: `ldap://${ADDRESS}`, start_tls: true },
        groups: {
          ...{ base_dn: USERS, filter: '(objectClass=group)' },
          member: 'member:1.2.840.113556.1.4.1941:',
        },
      });
      call = admin(auth.url, await adminToken(auth.url));
    }, 240_000);
    afterAll(async () => {
      await auth.close();
      await nested.close();
      await samba.remove();
      await rm(folder, { recursive: true });
    });
    beforeEach(() => {
      ip += 1;
      from = { 'x-forwarded-for': `192.0.2.${ip}` };
    });

    const signIn = (username: string, password: string, at = auth) =>
      postForm(
        `${at.url}/auth/token`,
        { grant_type: 'password', username, password, scope: 'openid read' },
        from,
      );
    const refreshed = (at: RunningAuth, token: string) =>
      postForm(
        `${at.url}/auth/refresh`,
        { grant_type: 'refresh_token', refresh_token: token },
        from,
      );
    /** Nothing is known there of the half minute before. */
    const replica = (): Promise<RunningAuth> => {
      const { ISSUER = '', KEY_ENCRYPTION_KEY = '', LDAP_FILE = '' } = auth.env;
      const env = { ISSUER, KEY_ENCRYPTION_KEY, LDAP_FILE, TRUSTED_PROXIES: '127.0.0.1' };
      return startAuth({ env, database: auth.database });
    };
    const rolesIn = (answer: TokenAnswer) => decodeJwt(answer.access_token)['roles'];
    const signedIn = async (name: string, at = auth) =>
      json<TokenAnswer>(await signIn(name, passwordIn(name), at));

    it('sign in by their account name, their principal name and their address, with the roles of their groups', async () => {
      const answers = [
        await signedIn('edsger'),
        await json<TokenAnswer>(await signIn('edsger@AD.example.org', passwordIn('edsger'))),
        await json<TokenAnswer>(await signIn('EDSGER@office.example', passwordIn('edsger'))),
      ];

      const { users } = await json<Listed>(await call('GET', '/users?q=edsger'));
      expect(users).toHaveLength(1);
      for (const answer of answers) {
        expect(decodeJwt(answer.access_token).sub).toBe(users[0]?.id);
        expect(rolesIn(answer)).toEqual(['teacher']);
      }
    });

    it('have all of their groups where the directory gives them in parts', async () => {
      const client = new Client({
        ...{ url: `ldaps://${ADDRESS}`, strictDN: false },
        tlsOptions: { ca: await readFile(join(folder, 'ca.pem')) },
      });
      await client.bind(READER, passwordIn('reader'));
      const ask = async (attribute: string) => {
        const person = `CN=barbara,${USERS}`;
        const found = await client.search(person, { scope: 'base', attributes: [attribute] });
        return found.searchEntries[0];
      };
      await samba.tool('group', 'add', 'Chemistry');
      await samba.tool('group', 'addmembers', 'Chemistry', 'barbara');
      const first = (await ask('memberOf;range=0-0'))!;
      const groups = await allValues(first, 'memberOf', ask);
      await client.unbind();

      expect(first['memberOf']).toBeUndefined();
      expect([...groups].toSorted()).toEqual([`CN=Chemistry,${USERS}`, `CN=Physics,${USERS}`]);
    });

    it('have the roles of groups in groups where the operator asks for them', async () => {
      expect(rolesIn(await signedIn('barbara'))).toEqual([]);
      expect(rolesIn(await signedIn('barbara', nested))).toEqual(['teacher']);
    });

    it.each(['', 'Another-one-1', ' '])('are refused with %j for a password', async (password) => {
      expect((await signIn('edsger', password)).status).toBe(400);
    });

    it('are who they were under another name, and have lost the role with the group', async () => {
      const before = await signedIn('grace-h');
      await samba.tool('group', 'addmembers', 'Teachers', 'grace-h');
      await samba.tool('user', 'rename', 'grace-h', '--samaccountname=hopper');
      const renamed = await json<TokenAnswer>(await signIn('hopper', passwordIn('grace-h')));
      expect(decodeJwt(renamed.access_token).sub).toBe(decodeJwt(before.access_token).sub);
      expect(rolesIn(renamed)).toEqual(['teacher']);

      await samba.tool('group', 'removemembers', 'Teachers', 'hopper');
      const left = await json<TokenAnswer>(await signIn('hopper', passwordIn('grace-h')));
      expect(rolesIn(left)).toEqual([]);
    });

    it.each<[string, string, (samba: Samba, name: string) => Promise<void>]>([
      ['disabled', 'alonzo', (there, name) => there.tool('user', 'disable', name)],
      ['deleted', 'haskell', (there, name) => there.tool('user', 'delete', name)],
    ])('end at the next refresh when they are %s', async (_what, name, end) => {
      const { refresh_token } = await signedIn(name);
      await end(samba, name);
      const other = await replica();
      const answer = await refreshed(other, refresh_token);
      await other.close();

      expect(answer.ok).toBe(false);
      expect((await refreshed(auth, refresh_token)).ok).toBe(false);
      expect((await signIn(name, passwordIn(name))).status).toBe(400);
    });

    it('sign in with a new password at once, and with the old one no more', async () => {
      await samba.person('rozsa');
      await signedIn('rozsa');
      await samba.tool('user', 'setpassword', 'rozsa', '--newpassword=Another-walk-2');

      expect((await signIn('rozsa', 'Another-walk-2')).status).toBe(200);
      await samba.tool('user', 'setpassword', 'rozsa', '--newpassword=Another-walk-3');
      expect((await signIn('rozsa', 'Another-walk-3')).status).toBe(200);
      expect((await signIn('rozsa', passwordIn('rozsa'))).status).toBe(400);
    });

    it('are refused while they must change their password there', async () => {
      await samba.person('emil', ['--must-change-at-next-login']);
      expect((await signIn('emil', passwordIn('emil'))).status).toBe(400);
    });
  },
);
