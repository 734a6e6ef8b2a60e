import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestCertificate } from '../certificates.js';

const run = promisify(execFile);

/** Active Directory has its ports, and no others: so this one has an address of its own, and only root may listen there. */
export const ADDRESS = '127.0.0.77';
export const hasSamba =
  process.getuid?.() === 0 && spawnSync('samba-tool', ['--version']).status === 0;

export const BASE = 'DC=ad,DC=example,DC=org';
export const USERS = `CN=Users,${BASE}`;
export const READER = `CN=reader,${USERS}`;
export const passwordIn = (name: string): string => `Walks-home-as-${name}-1`;

/** A real domain controller: Debian's Samba as Active Directory. */
export class Samba {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  static async start({ pem, key }: TestCertificate): Promise<Samba> {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-samba-'));
    const data = join(folder, 'data');
    await writeFile(join(folder, 'server.pem'), pem);
    await writeFile(join(folder, 'server.key'), key, { mode: 0o600 });
    await mkdir(data);
    await run('samba-tool', [
      ...['domain', 'provision', '--realm=AD.EXAMPLE.ORG', '--domain=ADEX', '--server-role=dc'],
      ...['--dns-backend=NONE', `--adminpass=${passwordIn('root')}`, `--targetdir=${data}`],
      ...['--host-name=dc1', `--host-ip=${ADDRESS}`],
      // Where the file system has no attributes for it.
      `--option=posix:eadb=${data}/eadb.tdb`,
    ]);
    const process = spawn('samba', [...options(folder)], { stdio: 'ignore' });
    const samba = new Samba(folder, process);
    await samba.#untilItListens();
    await samba.person('reader');
    return samba;
  }

  async remove(): Promise<void> {
    if (this.process.exitCode === null) {
      this.process.kill('SIGTERM');
      await once(this.process, 'exit');
    }
    await rm(this.folder, { recursive: true });
  }

  async person(name: string, more: readonly string[] = []): Promise<void> {
    const own = [`--mail-address=${name}@office.example`, '--given-name', name];
    await this.tool('user', 'create', name, passwordIn(name), ...own, ...more);
  }

  /** What an administrator types there. */
  async tool(...words: readonly string[]): Promise<void> {
    const data = join(this.folder, 'data');
    const place = ['-s', `${data}/etc/smb.conf`, '-H', `${data}/private/sam.ldb`];
    await run('samba-tool', [...words, ...place]);
  }

  async #untilItListens(): Promise<void> {
    for (;;) {
      if (this.process.exitCode !== null) {
        throw new Error(`Samba has ended with ${this.process.exitCode}.`);
      }
      const socket = connect(636, ADDRESS);
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return;
      await setTimeout(100);
    }
  }
}

function options(folder: string): readonly string[] {
  const data = join(folder, 'data');
  const settings = {
    interfaces: `${ADDRESS}/8`,
    'bind interfaces only': 'yes',
    'server services': 'ldap',
    'pid directory': folder,
    'ncalrpc dir': join(folder, 'ncalrpc'),
    'tls certfile': join(folder, 'server.pem'),
    'tls keyfile': join(folder, 'server.key'),
    'tls cafile': '',
    logging: 'stderr',
  };
  return [
    ...['--interactive', '--model=single', `--configfile=${data}/etc/smb.conf`],
    ...Object.entries(settings).map(([name, value]) => `--option=${name}=${value}`),
  ];
}
