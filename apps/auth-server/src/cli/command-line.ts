import { text as readText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError, loadConfig, type Schema } from '@sextant/platform-runtime/config';
import { Problem } from '@sextant/platform-http/errors';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { rootModule, type AppDefinition } from '@sextant/platform-http';
import { UserImport } from '../accounts/user-import.js';
import { Declarations } from '../declarations/declarations.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../keys/signing-keys.js';
import { UserAdmin } from '../users/user-admin.js';
import { Users } from '../users/user.js';

const HELP = `Usage: main.js <command>

  user add --username NAME --email ADDRESS [--admin] [--role ROLE]... [--name TEXT]
  user password --username NAME
  user deactivate --username NAME
  keys rotate [--algorithm RS256|ES256|EdDSA]
  apply FILE [--plan] [--prune]
  import --from keycloak|auth0|firebase FILE [--dry-run] [--send-links]
         [--role THEIRS=OURS]... [--hash-config FILE]

A password is read from standard input. DATABASE_URL and KEY_ENCRYPTION_KEY are
those of the service.

apply makes clients, scopes, groups and upstreams what FILE says, and prints what was different.
  --plan              only prints it; ends with 3 if there is something
  --prune             removes what an earlier FILE has made and this one lacks

import makes accounts of the people in FILE; who is there already is refused.
  --dry-run           only looks whether it would work
  --role THEIRS=OURS  gives people with that role there our role; other roles are left out
  --hash-config FILE  Firebase: the password hash parameters of the project, as its console shows them
  --send-links        mails a link to set a password to those who have none
`;

const OPTIONS = {
  username: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  admin: { type: 'boolean' },
  role: { type: 'string', multiple: true },
  algorithm: { type: 'string' },
  from: { type: 'string' },
  plan: { type: 'boolean' },
  prune: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'send-links': { type: 'boolean' },
  'hash-config': { type: 'string' },
} as const;

type Service<S extends Schema> = Pick<
  AppDefinition<S>,
  'name' | 'settings' | 'settingsClasses' | 'module'
>;
type Values = ReturnType<typeof parse>['values'];
type Command = (app: INestApplicationContext, values: Values, file?: string) => Promise<Outcome>;
/** What is printed, and with which code the command ends if not with 0. */
type Outcome = string | { readonly text: string; readonly code: number };

const ACTOR = { id: 'command-line' };

const COMMANDS: Readonly<Record<string, Command | undefined>> = {
  'user add': async (app, values) => {
    const username = required(values.username, '--username');
    const email = required(values.email, '--email');
    const password = await readPassword();
    const user = await app.get(UserAdmin).create(
      {
        username,
        email,
        password,
        isAdmin: values.admin ?? false,
        roles: values.role ?? [],
        isVerified: true,
        ...(values.name === undefined ? {} : { name: values.name }),
      },
      ACTOR,
    );
    return `Added ${user.username} (${user.id}).`;
  },
  'user password': async (app, values) => {
    const user = await userNamed(app, values);
    const password = await readPassword();
    await app.get(UserAdmin).update(user.id, { password }, ACTOR);
    return `Changed the password of ${user.username}; all sessions and tokens have ended.`;
  },
  'user deactivate': async (app, values) => {
    const user = await userNamed(app, values);
    await app.get(UserAdmin).update(user.id, { isActive: false }, ACTOR);
    return `Deactivated ${user.username}.`;
  },
  'keys rotate': async (app, { algorithm }) => {
    const atOnce = SIGNING_ALGORITHMS.filter((known) => known === (algorithm ?? known));
    if (atOnce.length === 0) {
      throw new RangeError(`--algorithm must be one of ${SIGNING_ALGORITHMS.join(', ')}.`);
    }
    await app.get(SigningKeys).rotate({ atOnce });
    return `Rotated the signing keys: ${atOnce.join(', ')}.`;
  },
  apply: async (app, values, file) => {
    const { applyFile } = await import('./apply-command.js');
    return applyFile(app.get(Declarations), ACTOR, {
      file: required(file, 'FILE'),
      isPlan: values.plan ?? false,
      prunes: values.prune ?? false,
      env: process.env,
    });
  },
  import: async (app, values, file) => {
    const { importPeople } = await import('./import-command.js');
    return importPeople(app.get(UserImport), ACTOR, {
      file: required(file, 'FILE'),
      from: required(values.from, '--from'),
      roles: values.role ?? [],
      hashConfig: values['hash-config'],
      isTrial: values['dry-run'] ?? false,
      mailsLinks: values['send-links'] ?? false,
    });
  },
};

/** Commands that take a file. */
const OF_FILES = ['apply', 'import'];

/**
 * Administration without the API, such as for the first administrator.
 *
 * @returns the exit code: 0, 1 for a refusal, 2 for a wrong call
 */
export async function runCommandLine<S extends Schema>(
  definition: Service<S>,
  argv: readonly string[],
): Promise<number> {
  try {
    const { positionals, values } = parse(argv);
    const { command, file } = commandOf(positionals);
    if (command === undefined || argv.includes('--help')) {
      process.stdout.write(HELP);
      return argv.includes('--help') ? 0 : 2;
    }
    const outcome = await withApp(definition, (app) => command(app, values, file));
    const { text, code } = typeof outcome === 'string' ? { text: outcome, code: 0 } : outcome;
    process.stdout.write(`${text}\n`);
    return code;
  } catch (error) {
    if (!isExpected(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof Problem ? 1 : 2;
  }
}

function commandOf(words: readonly string[]): {
  readonly command: Command | undefined;
  readonly file?: string | undefined;
} {
  const [word = '', file] = words;
  if (!OF_FILES.includes(word)) return { command: COMMANDS[words.join(' ')] };
  return { command: words.length === 2 ? COMMANDS[word] : undefined, file };
}

const parse = (argv: readonly string[]) =>
  parseArgs({
    args: argv.filter((word) => word !== '--help'),
    options: OPTIONS,
    allowPositionals: true,
  });

/** What the caller can mend. */
const isExpected = (error: unknown): error is Error =>
  error instanceof Problem ||
  error instanceof ConfigError ||
  (error instanceof TypeError && 'code' in error) ||
  error instanceof RangeError;

/** The service without its HTTP side. */
async function withApp<S extends Schema, T>(
  definition: Service<S>,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  // What a command has to tell others waits in the outbox for the service to publish it.
  const config = {
    ...loadConfig(definition.settings, { argv: [], env: process.env }),
    kafkaBrokers: undefined,
  };
  const module = rootModule(definition, config, silentLogger);
  const app = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

async function readPassword(): Promise<string> {
  const password = (await readText(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw new RangeError('There is no password on standard input.');
  return password;
}

async function userNamed(app: INestApplicationContext, values: Values) {
  const username = required(values.username, '--username');
  const found = await app.get(Users).findForSignIn(username);
  if (found === undefined) throw new RangeError(`There is no user ${username}.`);
  return found.user;
}

function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new RangeError(`${flag} is missing.`);
  return value;
}
