import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

import { MODES_DIR, packagesOfMissingPrograms } from './apertium-programs.mjs';
import { say, timed } from './progress.mjs';

/** English, Portuguese, Catalan and French to and from Spanish. */
const DEFAULT_PAIRS = 'eng-spa es-pt spa-cat fr-es';

/** Every pair package of Debian 12 that is not an alias of another one. */
const ALL_PAIRS = `afr-nld arg-cat bel-rus br-fr cat-ita cat-srd dan-nor en-gl eng-cat eng-spa eo-ca
  eo-en eo-es eo-fr es-gl es-pt es-ro eu-en eu-es fr-es fra-cat fra-frp hbs-eng hbs-mkd hbs-slv
  ind-zlm isl-eng isl-swe mkd-bul mkd-eng nno-nob oc-ca oc-es oci-fra pol-szl por-cat pt-gl rus-ukr
  spa-arg spa-ast spa-cat spa-ita srd-ita swe-dan swe-nor urd-hin`;

/**
 * cg3 is what apertium-spa-cat needs and does not depend on; what else a pair forgets is found by its
 * modes, once it is installed.
 *
 * @param {boolean} allPairs @returns {string[]} the packages that the engine of translate needs
 */
export const apertiumPackages = (allPairs) => [
  'apertium',
  'cg3',
  ...(allPairs ? ALL_PAIRS : DEFAULT_PAIRS).split(/\s+/).map((pair) => `apertium-${pair}`),
];

/** A recogniser that tests have without a model. `npm test` installs it; a start does not. */
export const RECOGNISER_PACKAGES = ['pocketsphinx', 'pocketsphinx-en-us'];

/** What only tests of CI use: another decoder, recorded people, espeak-ng as a library, a browser, a consumer of Kafka, SDKs, an office and its sandbox, eyes for pictures, a token for keys, signatures in XML. */
export const TEST_PACKAGES = [
  'ffmpeg',
  ...['en', 'es', 'fr', 'it', 'ru'].map((code) => `asterisk-core-sounds-${code}-wav`),
  'libespeak-ng1',
  'chromium',
  'chromium-headless-shell',
  'kcat',
  'python3-venv',
  'softhsm2',
  'tesseract-ocr',
  'bubblewrap',
  'xmlsec1',
  ...['writer', 'calc', 'impress'].map((part) => `libreoffice-${part}-nogui`),
];

/** Beside them for `npm run test:long`: Samba as Active Directory. */
export const LONG_TEST_PACKAGES = [
  'samba',
  ...['ad-provision', 'dsdb-modules', 'vfs-modules'].map((part) => `samba-${part}`),
];

/**
 * Installs the packages that are missing, and those that bring the programs which installed Apertium
 * modes name, on Debian and Ubuntu as root; says what to do elsewhere. A failure is no reason to stop:
 * the readiness of the service tells what it misses.
 *
 * @param {string[]} wanted
 * @param {Partial<ReturnType<typeof thisSystem>>} [system]
 */
export async function installDebianPackages(wanted, system = {}) {
  const { isDebian, isRoot, modesDir, tell } = { ...thisSystem(), ...system };
  if (!isDebian) {
    tell('Engines: not Debian or Ubuntu, so install Apertium by hand for translate.');
    return;
  }

  const needsPrograms = wanted.includes('apertium');
  const tried = new Set();
  // A pair that has just been installed tells by its modes what else it needs.
  for (;;) {
    const all = [...wanted, ...(needsPrograms ? packagesOfMissingPrograms(modesDir) : [])];
    const missing = missingPackages([...new Set(all)])?.filter((name) => !tried.has(name));
    if (missing === undefined) {
      tell(
        'Engines: this system has no dpkg-query, so what is installed is not known. ' +
          `translate needs: ${all.join(' ')}`,
      );
      return;
    }
    if (missing.length === 0) return;

    const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    if (!isRoot) {
      tell(`Engines: ${missing.length} Debian packages are missing. Run: sudo ${command}`);
      return;
    }
    tell(`Engines: these Debian packages will be installed: ${missing.join(' ')}`);
    await timed('Installing Debian packages', () => install(missing, command, tell));
    for (const name of missing) tried.add(name);
  }
}

const thisSystem = () => ({
  isDebian: isDebian(),
  isRoot: userInfo().uid === 0,
  modesDir: MODES_DIR,
  tell: say,
});

function install(missing, command, tell) {
  const absent = ['apt-get', 'apt-cache'].find((tool) => run(tool, ['--version']).isAbsent);
  if (absent !== undefined) {
    tell(`Engines: ${absent} is not there; going on without. By hand: ${command}`);
    return;
  }
  runApt(['update']);

  const known = new Set(run('apt-cache', ['pkgnames']).stdout.split('\n'));
  const available = missing.filter((name) => known.has(name));
  const unknown = missing.filter((name) => !known.has(name));
  if (unknown.length > 0) tell(`Not in this system's package lists: ${unknown.join(' ')}`);
  if (available.length === 0) return;

  const { status, stderr } = runApt(['install', '-y', '--no-install-recommends', ...available]);
  if (status !== 0) {
    tell(`apt-get failed; going on without. By hand: ${command}\n${stderr.trim()}`);
  }
}

/** @param {string[]} wanted @returns {string[] | undefined} those that are not installed, if that can be known */
function missingPackages(wanted) {
  const { stdout, isAbsent } = run('dpkg-query', [
    '-W',
    '-f=${Package} ${db:Status-Status}\\n',
    ...wanted,
  ]);
  if (isAbsent) return undefined;
  const installed = new Set(stdout.split('\n'));
  return wanted.filter((name) => !installed.has(`${name} installed`));
}

const runApt = (args) =>
  run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    DEBIAN_FRONTEND: 'noninteractive',
  });

/** `isAbsent`: there is no such program, or it is not ours to run; it has then said nothing. */
function run(program, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, ...env },
  });
  const isAbsent = ['ENOENT', 'EACCES'].includes(error?.code);
  return { status, stdout: stdout ?? '', stderr: stderr ?? '', isAbsent };
}

function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}
