import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, workspaceRoot } from '@sextant/platform-testing';
import { Client } from 'ldapts';
import type { TestCertificate } from '../certificates.js';

const TOOL = join(workspaceRoot(), 'scripts/kubernetes/cluster-tool.mjs');
const UNAVAILABLE = 69;
export const hasSlapd = spawnSync('node', [TOOL, 'slapd', '-VV']).status !== UNAVAILABLE;

export const BASE = 'dc=example,dc=org';
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
export const READER = `cn=reader,${BASE}`;
export const READER_PASSWORD = 'reads-all-that-there-is';
const ROOT = { dn: `cn=admin,${BASE}`, password: 'may-change-everything' };

const configuration = (folder: string) => `
include @ROOT@/etc/ldap/schema/core.schema
include @ROOT@/etc/ldap/schema/cosine.schema
include @ROOT@/etc/ldap/schema/nis.schema
include @ROOT@/etc/ldap/schema/inetorgperson.schema
modulepath @ROOT@/usr/lib/ldap
moduleload back_mdb
moduleload memberof
# As many directories are set up: a name without a password is nobody, and no failure.
allow bind_anon_cred
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw ${ROOT.password}
directory ${folder}/db
maxsize 10485760
overlay memberof
`;

/** A real OpenLDAP server, of Debian's package. */
export class Slapd {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly ports: { readonly plain: number; readonly tls: number },
  ) {}

  static async start(certificate: TestCertificate): Promise<Slapd> {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-slapd-'));
    await mkdir(join(folder, 'db'));
    await writeFile(join(folder, 'server.pem'), certificate.pem);
    await writeFile(join(folder, 'server.key'), certificate.key);
    await writeFile(join(folder, 'slapd.conf'), configuration(folder));
    const ports = { plain: await freePort(), tls: await freePort() };
    const slapd = new Slapd(folder, ports);
    await slapd.run();
    await slapd.#fill();
    return slapd;
  }

  get plain(): string {
    return `ldap://127.0.0.1:${this.ports.plain}`;
  }

  get tls(): string {
    return `ldaps://127.0.0.1:${this.ports.tls}`;
  }

  /** Starts it, again too: what is in it stays. */
  async run(): Promise<void> {
    const args = [
      '-d',
      '0',
      '-h',
      `${this.plain} ${this.tls}`,
      '-f',
      join(this.folder, 'slapd.conf'),
    ];
    // A group of its own: the tool waits for the server, which is to end with it.
    this.#process = spawn('node', [TOOL, 'slapd', ...args], { detached: true, stdio: 'inherit' });
    while (!(await this.#answers())) {
      if (this.#process.exitCode !== null) throw new Error('slapd did not start.');
      await setTimeout(50);
    }
  }

  async stop(): Promise<void> {
    const running = this.#process;
    if (running?.pid === undefined || running.exitCode !== null) return;
    process.kill(-running.pid, 'SIGTERM');
    await once(running, 'exit');
    this.#process = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true });
  }

  /** As whoever may do everything there. */
  async change<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: this.plain, timeout: 60_000 });
    try {
      await client.bind(ROOT.dn, ROOT.password);
      return await work(client);
    } finally {
      await client.unbind();
    }
  }

  person(uid: string, more: Readonly<Record<string, string | string[]>> = {}): Promise<void> {
    return this.change((client) =>
      client.add(`uid=${uid},${PEOPLE}`, {
        objectClass: ['inetOrgPerson', 'shadowAccount'],
        ...{ uid, cn: `Whole ${uid}`, sn: uid, mail: `${uid}@directory.example` },
        userPassword: passwordIn(uid),
        ...more,
      }),
    );
  }

  /** @param name as the entry has it, where its distinguished name needs escapes */
  group(cn: string, members: readonly string[], name = cn): Promise<void> {
    return this.change((client) =>
      client.add(`cn=${cn},${GROUPS}`, {
        objectClass: 'groupOfNames',
        ...{ cn: name, member: members.map((uid) => `uid=${uid},${PEOPLE}`) },
      }),
    );
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ url: this.plain, connectTimeout: 1_000, timeout: 5_000 });
    try {
      await client.bind(ROOT.dn, ROOT.password);
      return true;
    } catch {
      return false; // not yet
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  #fill(): Promise<void> {
    return this.change(async (client) => {
      await client.add(BASE, {
        objectClass: ['dcObject', 'organization'],
        ...{ dc: 'example', o: 'Example' },
      });
      for (const [dn, ou] of [
        [PEOPLE, 'people'],
        [GROUPS, 'groups'],
      ] as const) {
        await client.add(dn, { objectClass: 'organizationalUnit', ou });
      }
      await client.add(READER, {
        objectClass: ['organizationalRole', 'simpleSecurityObject'],
        ...{ cn: 'reader', userPassword: READER_PASSWORD },
      });
    });
  }
}

/** The password of a person in the directory. */
export const passwordIn = (uid: string): string => `${uid}-has-it-in-the-directory`;
