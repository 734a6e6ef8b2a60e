import { readCommandLine } from '../lib/command-line.mjs';
import { StartError } from '../lib/project.mjs';
import { listProjects } from './projects.mjs';

/** What `npm test -- --help` prints. */
export const HELP = `Usage: npm test -- [flags]

Checks format, lint, types, build, unused code and licences, runs the tests of the scripts and of
every project beside that, those of e2e/ over the started stack among them. The last lines
say what processor time that took, beside a fixed piece of work, and count them.

  --changed    test what has changed since the branch left main, committed or not: the projects that
               hold it or depend on it, as Nx sees it; where only test files have changed, these alone;
               e2e/ and the scripts' tests when their own files have changed
  --only a,b   check types, lint, build and test these projects only
  --skip-e2e   leave out e2e/
  --long       run the long tests instead, and nothing else (npm run test:long): many kills, soaks,
               large corpora, in *.long.spec.ts, *.long.e2e.ts and *.long.test.mjs
  --report     print the slowest files, and where the time of each project goes
  --help       print this text

Environment
  CI=true            installs all Apertium language pairs, Chromium, ffmpeg, kcat, LibreOffice, Python and SoftHSM; a
                     skipped test is a failure, unless what it needs cannot be had on a build machine
  TEST_DATABASE_URL  use this PostgreSQL server (as a user who may create databases)
  KAFKA_BROKERS, MONGODB_URI, REDIS_URL, ALERTMANAGER_URL
                     use these servers instead of those that scripts/services/services.mjs brings

Exit code: 0 when nothing failed.
`;

/**
 * @typedef {object} TestFlags
 * @property {boolean} help
 * @property {string[]} only names of projects; empty: everything
 * @property {boolean} isChanged only what has changed
 * @property {boolean} skipE2e
 * @property {boolean} isLong
 * @property {boolean} withReport
 * @property {boolean} isCi
 */

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {TestFlags}
 * @throws {StartError} on an unknown flag or project
 */
export function parseTestFlags(args, env = process.env) {
  const values = parse(args);
  return {
    help: values.help,
    only: parseOnly(values.only),
    isChanged: values.changed,
    skipE2e: values['skip-e2e'],
    isLong: values.long,
    withReport: values.report,
    isCi: env.CI === 'true',
  };
}

function parse(args) {
  const { values } = readCommandLine('npm test', {
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', default: '' },
      changed: { type: 'boolean', default: false },
      'skip-e2e': { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  });
  if (values.changed && values.only !== '') {
    throw new StartError('--changed and --only exclude each other.');
  }
  return values;
}

function parseOnly(text) {
  const wanted = text.split(',').filter((name) => name !== '');
  const known = listProjects().map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `--only: unknown project ${unknown.join(', ')}. Known: ${known.join(', ')}.`,
    );
  }
  return wanted;
}
