import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Attribute, Change } from 'ldapts';
import { decodeJwt } from 'jose';
import { SERVER_AUTH, TestAuthority } from '../certificates.js';
import { Browser } from '../browser.js';
import { admin, adminToken, authorize, json, postForm, type TokenAnswer } from '../flows.js';
import { signInFor } from '../forward/sign-in-for.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';
import {
  BASE,
  GROUPS,
  hasSlapd,
  passwordIn,
  PEOPLE,
  READER,
  READER_PASSWORD,
  Slapd,
} from './slapd.js';

const AT_PROXY = { FORWARD_HOSTS: 'wiki.example.org' };
const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

type Env = Record<'ISSUER' | 'KEY_ENCRYPTION_KEY' | 'LDAP_FILE' | 'TRUSTED_PROXIES', string>;

interface Listed {
  readonly users: readonly {
    readonly id: string;
    readonly username: string;
    readonly email: string;
    readonly roles: readonly string[];
  }[];
}

(hasSlapd ? describe : describe.skip)('people of a directory (needs Debian’s slapd)', () => {
  let slapd: Slapd;
  let folder: string;
  let files = 0;
  let caFile: string;
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  let ip = 0;
  /** Guesses count by address: each case has one of its own. */
  let from: Record<string, string>;

  const entry = (more: object = {}) => ({
    ...{ id: 'school', name: 'School', url: slapd.tls, ca_file: caFile },
    ...{ bind_dn: READER, bind_password: READER_PASSWORD, base_dn: PEOPLE },
    roles: { [`cn=Teachers, ${GROUPS}`]: ['teacher'], [`cn=heads,${GROUPS}`]: ['manager'] },
    ...more,
  });
  const withDirectories = async (list: readonly object[], more = {}): Promise<RunningAuth> => {
    files += 1;
    const file = join(folder, `ldap-${files}.json`);
    await writeFile(file, JSON.stringify(list));
    return startAuth({ env: { LDAP_FILE: file, TRUSTED_PROXIES: '127.0.0.1', ...more } });
  };
  /** Anew, so that nothing is known of the moments before. */
  const replica = (of = auth, more = {}): Promise<RunningAuth> => {
    const { ISSUER, KEY_ENCRYPTION_KEY, LDAP_FILE, TRUSTED_PROXIES } = of.env as Env;
    const env = { ISSUER, KEY_ENCRYPTION_KEY, LDAP_FILE, TRUSTED_PROXIES, ...more };
    return startAuth({ env, database: of.database });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-ldap-'));
    caFile = join(folder, 'ca.pem');
    const authority = await TestAuthority.create();
    await writeFile(caFile, authority.pem);
    slapd = await Slapd.start(
      await authority.issue({ names: [{ type: 'ip', value: '127.0.0.1' }], purpose: SERVER_AUTH }),
    );
    for (const uid of ['edsger', 'barbara', 'ada']) await slapd.person(uid);
    await slapd.group('teachers', ['edsger', 'barbara']);
    auth = await withDirectories([entry()]);
    call = admin(auth.url, await adminToken(auth.url));
  }, 240_000);
  afterAll(async () => {
    await auth.close();
    await slapd.remove();
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
  const refreshed = (token: string) =>
    postForm(
      `${auth.url}/auth/refresh`,
      { grant_type: 'refresh_token', refresh_token: token },
      from,
    );
  /** As a proxy asks on behalf of a browser. */
  const askForWiki = ({ url }: RunningAuth, uri: string, cookie = '') =>
    fetch(`${url}/auth/forward`, {
      redirect: 'manual',
      headers: {
        ...{ accept: 'text/html', 'x-forwarded-proto': 'https', 'x-forwarded-uri': uri },
        ...{ 'x-forwarded-host': 'wiki.example.org', ...from, cookie },
      },
    });
  /** Signs in for an application behind a proxy. */
  async function atWiki(server: RunningAuth, browser: Browser, name: string) {
    const sent = await askForWiki(server, '/');
    const back = await signInFor(browser, new URL(sent.headers.get('location') ?? ''), name);
    const arrived = await askForWiki(server, `${back.pathname}${back.search}`, cookieOf(sent));
    const pass = cookieOf(arrived);
    return { pass, admitted: (await askForWiki(server, '/', pass)).status };
  }
  const rolesIn = (answer: TokenAnswer) => decodeJwt(answer.access_token)['roles'];
  const found = async (q: string) => (await json<Listed>(await call('GET', `/users?q=${q}`))).users;

  it('sign in with what they have there, by name or address, and get an account with the roles of their groups', async () => {
    const byName = await json<TokenAnswer>(await signIn('edsger', passwordIn('edsger')));
    const byAddress = await json<TokenAnswer>(
      await signIn('EDSGER@directory.example', passwordIn('edsger')),
    );

    const [user] = await found('edsger');
    expect(user).toMatchObject({ username: 'edsger', email: 'edsger@directory.example' });
    for (const answer of [byName, byAddress]) {
      expect(decodeJwt(answer.access_token).sub).toBe(user!.id);
      expect(rolesIn(answer)).toEqual(['teacher']);
    }
  });

  it('are refused without a password, with another one, and where the name is a filter', async () => {
    await slapd.person('alonzo');
    const guesses: readonly (readonly [string, string])[] = [
      ['alonzo', ''],
      ['alonzo', 'not-hers-in-the-directory'],
      ['alonzo', `${passwordIn('alonzo')}\0`],
      ['alon*', passwordIn('alonzo')],
      ['*', passwordIn('alonzo')],
      ['x)(uid=alonzo', passwordIn('alonzo')],
      ['alonzo)(|(uid=*', passwordIn('alonzo')],
      [`uid=alonzo,${PEOPLE}`, passwordIn('alonzo')],
      ['nobody', passwordIn('alonzo')],
    ];

    const answers: number[] = [];
    for (const [name, password] of guesses) {
      from = { 'x-forwarded-for': `198.51.100.${answers.length + 1}` };
      answers.push((await signIn(name, password)).status);
    }

    expect(answers.filter((status) => status !== 400 && status !== 401)).toEqual([]);
    expect(await found('alonzo')).toEqual([]);
  });

  it('are known by names as the directory has them: it takes others for the same, and guesses count by name', async () => {
    await slapd.person('mary ann', { mail: 'mary@directory.example' });
    const attempts: boolean[] = [];
    for (const name of ['mary  ann', 'mary   ann', 'Mary Ann']) {
      attempts.push((await signIn(name, passwordIn('mary ann'))).ok);
    }

    expect(attempts).toEqual([false, false, true]);
  });

  it('bring no names that cannot be shown', async () => {
    await slapd.person('odd', { cn: 'Od\u202Ed', sn: 'x'.repeat(300), givenName: 'Ol\u0007d' });
    await signIn('odd', passwordIn('odd'));

    const [user] = await found('odd@');
    const family_name = 'x'.repeat(100);
    expect(user).toMatchObject({ name: family_name, given_name: null, family_name });
  });

  it('do not take the account of the same name, whose own password goes on', async () => {
    expect((await signIn('ada', passwordIn('ada'))).ok).toBe(false);
    expect((await signIn('ada', passwordOf('ada'))).status).toBe(200);
  });

  it('have the roles of their groups at the next token, and keep those that an administrator gave', async () => {
    const first = await json<TokenAnswer>(await signIn('barbara', passwordIn('barbara')));
    const [user] = await found('barbara');
    await call('PATCH', `/users/${user!.id}`, { roles: [...user!.roles, 'prefect'] });
    await slapd.group('heads', ['barbara']);
    await slapd.change((client) =>
      client.modify(
        `cn=teachers,${GROUPS}`,
        new Change({
          operation: 'delete',
          modification: new Attribute({ type: 'member', values: [`uid=barbara,${PEOPLE}`] }),
        }),
      ),
    );

    const next = await json<TokenAnswer>(await signIn('barbara', passwordIn('barbara')));

    expect(rolesIn(first)).toEqual(['teacher']);
    expect([...(rolesIn(next) as string[])].toSorted()).toEqual(['manager', 'prefect']);
  });

  it.each([
    ['are gone', (uid: string) => slapd.change((client) => client.del(`uid=${uid},${PEOPLE}`))],
    [
      'have expired',
      (uid: string) =>
        slapd.change((client) =>
          client.modify(
            `uid=${uid},${PEOPLE}`,
            new Change({
              operation: 'add',
              modification: new Attribute({ type: 'shadowExpire', values: ['1'] }),
            }),
          ),
        ),
    ],
  ])('end at the next refresh when they %s there', async (how, end) => {
    const uid = `leaver-${how.length}`;
    await slapd.person(uid);
    const first = await json<TokenAnswer>(await signIn(uid, passwordIn(uid)));
    const other = await replica();
    await end(uid);

    const answer = await postForm(
      `${other.url}/auth/refresh`,
      { grant_type: 'refresh_token', refresh_token: first.refresh_token },
      from,
    );
    await other.close();

    expect(answer.ok).toBe(false);
    expect((await refreshed(first.refresh_token)).ok).toBe(false);
    expect((await signIn(uid, passwordIn(uid))).ok).toBe(false);
  });

  it('lose the roles of groups though their address there is somebody else’s here', async () => {
    await slapd.person('climber');
    await slapd.group('climbers', ['climber']);
    const climbers = { [`cn=climbers,${GROUPS}`]: ['manager'] };
    const other = await withDirectories([entry({ roles: climbers })]);
    const first = await json<TokenAnswer>(await signIn('climber', passwordIn('climber'), other));
    await slapd.change(async (client) => {
      await client.del(`cn=climbers,${GROUPS}`);
      const modification = new Attribute({ type: 'mail', values: ['grace@example.org'] });
      await client.modify(
        `uid=climber,${PEOPLE}`,
        new Change({ operation: 'replace', modification }),
      );
    });

    const next = await json<TokenAnswer>(await signIn('climber', passwordIn('climber'), other));
    await other.close();

    expect(rolesIn(first)).toEqual(['manager']);
    expect(rolesIn(next)).toEqual([]);
  });

  it('have the roles of a group whose name is written with an escape', async () => {
    await slapd.person('comma');
    await slapd.group(String.raw`Heads\, Upper`, ['comma'], 'Heads, Upper');
    const roles = { [String.raw`cn=Heads\, Upper,${GROUPS}`]: ['manager'] };
    const other = await withDirectories([entry({ roles })]);
    const answer = await json<TokenAnswer>(await signIn('comma', passwordIn('comma'), other));
    await other.close();

    expect(rolesIn(answer)).toEqual(['manager']);
  });

  it('are found by attributes that the operator writes in another case', async () => {
    await slapd.person('cased');
    const attributes = { id: 'entryuuid', username: 'UID', email: 'MAIL', name: 'CN' };
    const other = await withDirectories([entry({ attributes })]);
    const answer = await signIn('cased', passwordIn('cased'), other);
    await other.close();

    expect(answer.status).toBe(200);
  });

  it('have no page and no application behind a proxy any more once they are gone there', async () => {
    await slapd.person('visitor', { userPassword: passwordOf('visitor') });
    const first = await withDirectories([entry()], AT_PROXY);
    const browser = new Browser(first.url);
    const { pass, admitted } = await atWiki(first, browser, 'visitor');
    await slapd.change((client) => client.del(`uid=visitor,${PEOPLE}`));
    const there = await replica(first, AT_PROXY);
    const forwarded = await askForWiki(there, '/', pass);
    const page = await fetch(`${there.url}/account`, {
      redirect: 'manual',
      headers: { cookie: browser.cookieHeader('/account') },
    });
    await there.close();
    await first.close();

    expect([admitted, forwarded.status, page.status]).toEqual([200, 302, 303]);
  });

  it('have no page of theirs any more either, with a session that nothing else has ended', async () => {
    await slapd.person('dweller', { userPassword: passwordOf('dweller') });
    const first = await withDirectories([entry()]);
    const { browser } = await authorize(first.url, {}, { name: 'dweller' });
    await slapd.change((client) => client.del(`uid=dweller,${PEOPLE}`));
    const there = await replica(first);
    const page = await fetch(`${there.url}/account`, {
      redirect: 'manual',
      headers: { cookie: browser.cookieHeader('/account') },
    });
    await there.close();
    await first.close();

    expect(page.status).toBe(303);
  });

  it('that does not answer lets nobody guess passwords that are kept here', async () => {
    const other = await replica();
    await slapd.stop();
    const guesses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      guesses.push((await signIn('alan', 'not-the-password', other)).status);
    }
    const waiting = await signIn('alan', passwordOf('alan'), other);
    const nobody = await signIn('nobody-here', 'not-the-password', other);
    await slapd.run();
    const locked = await signIn('alan', passwordOf('alan'), other);
    await other.close();

    expect(new Set([...guesses, waiting.status, nobody.status])).toEqual(new Set([503]));
    expect(locked.ok).toBe(false);
  });

  it('wait while the directory does not answer, and nothing that they hold is used up; others go on', async () => {
    await slapd.person('grace-m');
    const first = await json<TokenAnswer>(await signIn('grace-m', passwordIn('grace-m')));
    const other = await replica();
    const refresh = () =>
      postForm(
        `${other.url}/auth/refresh`,
        { grant_type: 'refresh_token', refresh_token: first.refresh_token },
        from,
      );
    await slapd.stop();

    const [theirs, wrong, local, waiting] = [
      await signIn('grace-m', passwordIn('grace-m'), other),
      await signIn('alan', 'not-the-password', other),
      await signIn('alan', passwordOf('alan'), other),
      await refresh(),
    ];
    await slapd.run();
    const after = await refresh();
    await other.close();

    expect([theirs.status, wrong.status, local.status]).toEqual([503, 503, 200]);
    expect([waiting.status, after.status]).toEqual([503, 200]);
  });

  it('are asked for over a connection that is verified alone', async () => {
    const others = [
      entry({ ca_file: undefined }),
      entry({ url: slapd.tls.replace('127.0.0.1', 'localhost') }),
      entry({ url: slapd.plain, start_tls: true, ca_file: undefined }),
    ];
    for (const directory of others) {
      const other = await withDirectories([directory]);
      expect((await signIn('edsger', passwordIn('edsger'), other)).status).toBe(503);
      await other.close();
    }

    const upgraded = await withDirectories([entry({ url: slapd.plain, start_tls: true })]);
    expect((await signIn('edsger', passwordIn('edsger'), upgraded)).status).toBe(200);
    await upgraded.close();
  });

  it('are nobody where two have one name, and get the account of their address where the operator says so', async () => {
    await slapd.person('twin-1', { mail: 'twin@directory.example' });
    await slapd.person('twin-2', { mail: 'twin@directory.example' });
    await slapd.person('hopper', { mail: 'grace@example.org' });
    const groups = { base_dn: GROUPS };
    const other = await withDirectories([entry({ link_by_email: true, groups })]);
    const theirs = admin(other.url, await adminToken(other.url));

    const twin = await signIn('twin@directory.example', passwordIn('twin-1'), other);
    const given = await json<TokenAnswer>(await signIn('hopper', passwordIn('hopper'), other));
    const { users } = await json<Listed>(await theirs('GET', '/users?q=grace'));
    const formerPassword = await signIn('grace', passwordOf('grace'), other);
    await other.close();

    expect(twin.ok).toBe(false);
    expect(decodeJwt(given.access_token).sub).toBe(users[0]!.id);
    expect(formerPassword.ok).toBe(false);
  });

  it('get no account of an address that only looks like theirs', async () => {
    await slapd.person('lookalike', { description: 'gr\uFF41ce@example.org' });
    const attributes = { email: 'description' };
    const other = await withDirectories([entry({ link_by_email: true, attributes })]);

    const refused = await signIn('lookalike', passwordIn('lookalike'), other);
    const owner = await signIn('grace', passwordOf('grace'), other);
    await other.close();

    expect(refused.ok).toBe(false);
    expect(owner.ok).toBe(true);
  });

  it('are not looked for where the service itself is refused', async () => {
    const other = await withDirectories([entry({ bind_password: 'another-one', base_dn: BASE })]);

    expect((await signIn('edsger', passwordIn('edsger'), other)).status).toBe(503);
    await other.close();
  });
});
