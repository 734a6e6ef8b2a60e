import { execFile } from 'node:child_process';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

/** Of the machine's files, beside its programs: fonts, and where programs and their parts are found. */
const SEEN = [
  ...['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice'],
  '/var/lib/libreoffice',
];
/** Folders on some systems, links into `/usr` on others. */
const PROGRAMS = ['/bin', '/lib', '/lib32', '/lib64', '/sbin'];

/**
 * Bubblewrap: a program in it sees the machine's programs and one folder of its own, no other file, no network and no other
 * process, and ends with whoever started it.
 *
 * @see https://github.com/containers/bubblewrap
 */
export class Sandbox {
  private constructor(
    private readonly bubblewrap: string,
    private readonly seen: readonly string[],
  ) {}

  /**
   * @param programs that are to run in it
   * @returns undefined where it cannot be made: containers often may not
   */
  static async of(bubblewrap: string, programs: readonly string[]): Promise<Sandbox | undefined> {
    const folders = await Promise.all(PROGRAMS.map(asItIs));
    const homes = await Promise.all(programs.map(homeOf));
    const seen = [...SEEN, ...homes.flat()].flatMap((place) => ['--ro-bind-try', place, place]);
    const sandbox = new Sandbox(bubblewrap, [...folders.flat(), ...seen]);
    const [program = '', ...args] = sandbox.around('/bin/true', [], '/tmp');
    const isMade = promisify(execFile)(program, args).then(
      () => true,
      () => false,
    );
    return (await isMade) ? sandbox : undefined;
  }

  /** @returns the command line of a program that is to be in it, with the folder that it may write to */
  around(program: string, args: readonly string[], folder: string): readonly string[] {
    return [
      ...[this.bubblewrap, '--unshare-all', '--die-with-parent', '--new-session'],
      ...['--ro-bind', '/usr', '/usr', ...this.seen],
      ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
      ...['--bind', folder, folder, '--chdir', folder, '--', program, ...args],
    ];
  }
}

/** Of a program that is not installed with the system: `/opt/libreoffice` for `/opt/libreoffice/program/soffice`. */
async function homeOf(program: string): Promise<readonly string[]> {
  const folder = dirname(await realpath(program));
  if (folder.startsWith('/usr/')) return [];
  return [basename(folder) === 'program' ? dirname(folder) : folder];
}

async function asItIs(place: string): Promise<readonly string[]> {
  const found = await lstat(place).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isSymbolicLink()) return ['--ro-bind', place, place];
  return ['--symlink', await readlink(place), place];
}
