import { readCommandLine, readDataFolder } from '../lib/command-line.mjs';
import { DEFAULT_VOICES } from '../stack/default-models.mjs';
import { parsePort, services, StartError } from '../lib/project.mjs';

const NAMES = services.map(({ name }) => name);

/** What `npm start -- --help` prints. */
export const HELP = `Usage: npm start -- [flags]

Installs what is missing, builds and starts the six services, an embedded
PostgreSQL and a gateway that serves all of them at one base URL.

  --only a,b     start these services only: ${NAMES.slice(0, 3).join(', ')},
                 ${NAMES.slice(3).join(', ')}
  --data DIR     keep data, logs and credentials in DIR (default .data)
  --port N       port of the gateway (default 8080)
  --reset        remove what npm start has made in the data folder, wherever that
                 lies, and end; asks before, or is told --yes. Debian packages
                 and what others keep there stay
  --built        start what was built before, and build nothing
  --no-models    fetch no neural models for translate, and no neural voices and
                 no recogniser for speech, in the background
  --voices a,b   fetch neural voices of these languages only, of
                 ${Object.keys(DEFAULT_VOICES).join(', ')}
  --all-pairs    install all Apertium language pairs (Debian, Ubuntu; as root)
  --help         print this text

Environment
  DATABASE_URL   use this PostgreSQL server instead of the embedded one; each
                 service has its own database there, created when missing
  PGPORT         port of the embedded PostgreSQL (default 54320)
  CHAIN_PORT     port of the local chain of ipt-graphql (default 8545), which
                 is not started when RPC_URL_11155111 or RPC_URL_1 is set
  LOG_LEVEL      log level of the services (default info)
${services
  .map(
    ({ name, portVariable, port }) =>
      `  ${portVariable.padEnd(20)} port of ${name} (default ${port})`,
  )
  .join('\n')}
`;

/**
 * @typedef {object} StartFlags
 * @property {boolean} help
 * @property {boolean} allPairs
 * @property {string[]} only names of the services to start
 * @property {string} calledFrom the folder where npm was called
 * @property {string} dataDir absolute
 * @property {boolean} isDataExplicit whether the user gave --data
 * @property {number} port the gateway's
 * @property {boolean} noModels whether no neural models are fetched
 * @property {string[]} voices languages whose neural voices are fetched
 * @property {boolean} built whether to build nothing
 * @property {boolean} reset
 * @property {boolean} yes whether --reset need not ask
 */

/**
 * Parses the flags of `npm start`.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env npm's INIT_CWD is where a relative --data starts from
 * @returns {StartFlags}
 * @throws {StartError} on an unknown flag, service or port
 */
export function parseFlags(args, env = process.env) {
  const flags = parse(args);
  if (flags.yes && !flags.reset) throw new StartError('--yes belongs to --reset.');

  const calledFrom = (env.npm_lifecycle_event === 'start' && env.INIT_CWD) || process.cwd();
  return {
    help: flags.help ?? false,
    allPairs: flags['all-pairs'] ?? false,
    only: parseOnly(flags.only),
    calledFrom,
    ...readDataFolder(flags.data, calledFrom),
    port: parsePort('--port', flags.port, 8080),
    noModels: flags['no-models'] ?? false,
    voices: parseVoices(flags.voices),
    built: flags.built ?? false,
    reset: flags.reset ?? false,
    yes: flags.yes ?? false,
  };
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  only: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string' },
  'all-pairs': { type: 'boolean' },
  'no-models': { type: 'boolean' },
  voices: { type: 'string' },
  built: { type: 'boolean' },
  reset: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
};

const parse = (args) => readCommandLine('npm start', { args, options: OPTIONS }).values;

/**
 * npm keeps flags that do not stand behind `--` for itself, and tells of them in the environment alone; of `--only`,
 * which it knows as a setting of its own, nothing is told.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {StartError} with the command that was meant
 */
export function refuseFlagsOfNpm(env) {
  if (env.npm_lifecycle_event !== 'start') return;
  const kept = ['data', 'port', 'all-pairs', 'built', 'reset', 'voices'].filter(
    (name) => env[`npm_config_${name.replace('-', '_')}`] !== undefined,
  );
  // npm takes --no-models for a setting `models` that is off.
  if (env.npm_config_models !== undefined) kept.push('no-models');
  if (kept.length === 0) return;
  const flags = kept.map((name) => `--${name}`).join(' ');
  throw new StartError(
    `npm has kept ${flags} for itself: flags of npm start stand behind --, as in npm start -- ${flags}.`,
  );
}

function parseVoices(text) {
  const known = Object.keys(DEFAULT_VOICES);
  if (text === undefined) return known;

  const wanted = listed(text);
  const unknown = wanted.filter((language) => !known.includes(language));
  if (unknown.length > 0 || wanted.length === 0) {
    const what = unknown.length > 0 ? `no neural voice for ${unknown.join(', ')}` : 'none given';
    throw new StartError(
      `--voices: ${what}. There are some for ${known.join(', ')}; others: npm run models -- list voices. None: --no-models.`,
    );
  }
  return wanted;
}

const listed = (text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function parseOnly(text) {
  if (text === undefined) return NAMES;

  const wanted = listed(text);
  const unknown = wanted.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0 || wanted.length === 0) {
    const what = unknown.length > 0 ? `unknown service ${unknown.join(', ')}` : 'no service given';
    throw new StartError(`--only: ${what}. Known services: ${NAMES.join(', ')}.`);
  }
  return NAMES.filter((name) => wanted.includes(name));
}
