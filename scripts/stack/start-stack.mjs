import { join } from 'node:path';

import { needsChain } from '../chain/chain.mjs';
import { wantedPorts } from '../start/first-checks.mjs';
import { describeCredentials, writeCredentials, writePrivate } from './credentials.mjs';
import { hasCluster, prepareHome } from './home.mjs';
import { patientFile } from '../lib/patiently.mjs';
import { requireFreePorts } from '../lib/ports.mjs';
import { stopProcess } from '../lib/processes.mjs';
import { say, seconds, timed } from '../lib/progress.mjs';
import { servicePorts, services } from '../lib/project.mjs';
import {
  fetchDefaultModels,
  modelFetcher,
  neuralVoices,
  recogniser,
  translationModels,
} from './default-models.mjs';
import { waitUntilAnswers, waitUntilReady } from './readiness.mjs';
import { prepareDatabase } from './database.mjs';
import { createPrograms } from './programs.mjs';
import { requireBuilt } from './require-built.mjs';
import { startTable } from './start-table.mjs';
import { watchReadiness } from './watch-readiness.mjs';

/**
 * Builds and starts everything, in the order in which one needs the other, and prints the table.
 *
 * @param {ReturnType<typeof import('../start/flags.mjs').parseFlags>} flags
 * @param {ReturnType<typeof import('../lib/run-file.mjs').claimRun>} run
 * @param {ReturnType<typeof import('./supervisor.mjs').createSupervisor>} supervisor
 * @param {number} startedMs when the user called, in milliseconds since 1970
 */
export async function startStack(flags, run, supervisor, startedMs) {
  const gatewayUrl = `http://localhost:${flags.port}`;
  const selected = services.filter(({ name }) => flags.only.includes(name));
  const hasChain = needsChain(flags.only, process.env);
  const programs = createPrograms({ supervisor, flags, gatewayUrl });

  await stopLeftOvers(run);
  const ports = servicePorts(process.env);
  const withDatabase = selected.filter(({ database }) => database).map(({ name }) => name);
  const home = prepareHome({
    dataDir: flags.dataDir,
    isDataExplicit: flags.isDataExplicit,
    usesPostgres: withDatabase.length > 0 && !process.env.DATABASE_URL,
  });
  const files = {
    file: join(flags.dataDir, 'dev-credentials.json'),
    keptFile: join(home, 'kept-credentials.json'),
  };
  // Before the databases are made: they can be opened by these credentials alone.
  const first = writeCredentials({ ...files, gateway: gatewayUrl, hasData: hasCluster(home) });
  const database = await prepareDatabase({
    services: withDatabase,
    dataDir: flags.dataDir,
    home,
    isDataExplicit: flags.isDataExplicit,
    leftOvers: run.leftOvers,
    supervisor,
  });
  // Looked at again: what was left running is stopped, and minutes of installing may lie between.
  await requireFreePorts([...wantedPorts(flags, ports, process.env), ...database.ports]);

  if (flags.built) requireBuilt(flags.only);
  else await timed(`Building ${selected.length} services`, programs.build);
  const urlFor = await database.start();
  const chain = hasChain
    ? await timed('Starting the local chain', () => programs.chain(home, first))
    : {};
  // For the commands that issue keys, which ask no service but the database.
  const withKeys = ['ipt-graphql', 'translate'].filter((name) => flags.only.includes(name));
  const credentials = writeCredentials({
    ...files,
    gateway: gatewayUrl,
    iptGraphql: chain,
    databaseUrls: Object.fromEntries(withKeys.map((name) => [name, urlFor(name)])),
    write: (file, text) => patientFile(file, () => text, { write: writePrivate }).save(),
  });

  const stack = { ports, urlFor, home, credentials, hasChain };
  const states = await timed('Starting the services and the gateway', () =>
    startServices({ programs, selected, stack, gatewayPort: flags.port, supervisor }),
  );
  if (supervisor.isStopping()) return;

  startTable({ selected, ports, gatewayUrl, states }).forEach((line) => say(line));
  say(`Started in ${seconds(Date.now() - startedMs)}. Ctrl-C stops everything.`);
  const written = { file: files.file, credentials, from: flags.calledFrom };
  say(`Credentials for development: ${describeCredentials(written)}`);
  if (!flags.noModels) startModels(flags, supervisor);
}

/** Beside the running services, which are up whatever becomes of it. Voices first: they are few and small. */
async function startModels({ dataDir, only, voices }, supervisor) {
  const options = {
    ...{ dataDir, signal: supervisor.stopping },
    fetchModel: modelFetcher({ supervisor, dataDir }),
  };
  try {
    if (only.includes('speech')) {
      await fetchDefaultModels(neuralVoices(voices), options);
      await fetchDefaultModels(recogniser(), options);
    }
    if (only.includes('translate')) await fetchDefaultModels(translationModels(), options);
  } catch (error) {
    if (!supervisor.isStopping()) say(`Neural models are not fetched: ${error.message}`);
  }
}

/** Apps and gateway of an earlier run are stopped: they may be of an earlier build. */
async function stopLeftOvers({ leftOvers, remove }) {
  await Promise.all(
    leftOvers
      .filter(({ role }) => role !== 'postgres')
      .map(async (child) => {
        say(`Left over from an earlier run: ${child.name} (process ${child.pid}), stopping it.`);
        await stopProcess(child, 5000);
        remove(child);
      }),
  );
}

/** @returns {Promise<string[]>} the state of the gateway and of each service, for the table */
async function startServices({ programs, selected, stack, gatewayPort, supervisor }) {
  const urlOf = ({ name }) => `http://127.0.0.1:${stack.ports[name]}`;
  const apps = await Promise.all(selected.map((service) => programs.app(service, stack)));
  const gateway = await programs.gateway();
  const states = await Promise.all([
    waitUntilAnswers(`http://127.0.0.1:${gatewayPort}/dev/live`, gateway.child),
    ...apps.map(({ child }) => waitUntilReady(urlOf(child), child, supervisor)),
  ]);

  const watched = apps.map(({ child: { name }, isSteady }, index) => {
    const isReady = states[index + 1].startsWith('ready');
    return { name, url: urlOf({ name }), isReady, isSteady };
  });
  watchReadiness(watched, supervisor.stopping);
  return states;
}
