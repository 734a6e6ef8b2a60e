import {
  adoptPostgres,
  databaseUrl,
  ensureDatabase,
  ensurePostgres,
  stopServer,
} from '../postgres/postgres.mjs';
import { say, timed } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { postgresPort } from '../start/first-checks.mjs';

/**
 * Finds out which database server there will be.
 *
 * @param {object} options
 * @param {string[]} options.services those that have a database each
 * @param {string} options.dataDir where the run keeps its logs
 * @param {string} options.home where the databases are
 * @param {boolean} options.isDataExplicit
 * @param {import('../lib/run-file.mjs').Recorded[]} options.leftOvers
 * @param {ReturnType<typeof import('./supervisor.mjs').createSupervisor>} options.supervisor keeps the server running
 * @returns `ports` that it needs; `start` starts it and returns each service's URL
 */
export async function prepareDatabase(options) {
  const { services, leftOvers, supervisor } = options;
  const names = services.map(databaseName);
  const external = process.env.DATABASE_URL;
  if (names.length === 0 || external) await stopUnneeded(leftOvers);
  if (names.length === 0) return { ports: [], start: async () => () => undefined };
  if (external) return { ports: [], start: () => useServer(external, names, 'DATABASE_URL') };

  const { port } = postgresPort(process.env);
  const server = {
    dataDir: options.home,
    isDataExplicit: options.isDataExplicit,
    logDir: `${options.dataDir}/logs`,
    port,
    portVariable: 'PGPORT',
    start: supervisor.start,
  };
  const adopted = await adoptPostgres(server);
  if (adopted !== undefined) {
    const { pid } = adopted.child;
    say(`Left over from an earlier run: PostgreSQL (process ${pid}), adopted with its data.`);
    supervisor.watch(adopted.child);
  }
  const start = async () => {
    const adminUrl = await keepServer(server, adopted, supervisor);
    return await useServer(adminUrl, names);
  };
  return { ports: adopted ? [] : [postgresPort(process.env)], start };
}

/** @returns {Promise<string>} its administrator's URL, the same one after every start */
async function keepServer(server, adopted, supervisor) {
  let adminUrl;
  const launch = async (isAgain) => {
    const postgres =
      isAgain || adopted === undefined ? await ensurePostgres({ ...server, isAgain }) : adopted;
    adminUrl = postgres.adminUrl;
    if (isAgain && postgres.adopted) supervisor.watch(postgres.child);
    return postgres.child;
  };
  const keep = () => supervisor.keep({ name: 'postgres', launch });
  await (adopted === undefined ? timed('Starting PostgreSQL', keep) : keep());
  return adminUrl;
}

async function stopUnneeded(leftOvers) {
  for (const server of leftOvers.filter(({ role }) => role === 'postgres')) {
    say(`Left over from an earlier run: PostgreSQL (process ${server.pid}), stopping it.`);
    await stopServer(server);
  }
}

const databaseName = (service) => service.replaceAll('-', '_');

/** @param {string} [variable] that has the URL: its value is what is wrong, as with the settings of a service */
async function useServer(serverUrl, names, variable) {
  for (const name of names) {
    try {
      await ensureDatabase(serverUrl, name);
    } catch (error) {
      throw new StartError(
        `${variable === undefined ? 'The' : `${variable}: the`} database "${name}" cannot be used: ${reasonOf(error)}`,
        variable === undefined ? {} : { exitCode: 2 },
      );
    }
  }
  return (service) => databaseUrl(serverUrl, databaseName(service));
}

/** Of a host with two addresses Node tells the reasons apart, and no message. */
const reasonOf = ({ message, errors = [] }) =>
  message || errors.map((error) => error.message).join(', ');
