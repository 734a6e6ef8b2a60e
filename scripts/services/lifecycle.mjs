import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { lastLines } from '../lib/children.mjs';
import { withLock } from '../lib/claim.mjs';
import { isFree } from '../lib/ports.mjs';
import { isRunning, stopProcess, waitUntil } from '../lib/processes.mjs';
import { parsePort, StartError } from '../lib/project.mjs';

import { loadServices } from './catalogue.mjs';
import { startDetached } from './detached.mjs';
import {
  containerLog,
  containerName,
  containerRuns,
  dockerRuns,
  startContainer,
  stopContainer,
} from './docker.mjs';
import { findFreePorts, withoutPassword } from './network.mjs';
import { readRunState, writeEntry } from './run-state.mjs';
import { Unavailable } from './unavailable.mjs';

/**
 * @typedef {object} Choice
 * @property {string[]} [names]  all services when empty
 * @property {string} [data]  the data folder, `.data` by default; everything is kept in its `services/`
 * @property {string} [packages]  where downloads are kept, `services/packages` of the data folder by default
 * @property {(line: string) => void} [say]  hears of the progress
 */

const startPatienceMs = 90_000;

/**
 * Brings the services up, each from the environment, from Docker or from packages, in this order.
 * What runs is adopted; what was killed is started again on its data.
 * @param {Choice} [choice]
 * @returns {Promise<Record<string, Record<string, string>> & { missing: Record<string, string>, excused: string[] }>}
 *   `{redis: {url}, kafka: {brokers}, …, missing: {name: reason}, excused: [name]}`: those that a build
 *   machine may miss too
 */
export async function up(choice = {}) {
  const services = await chosen(choice.names);
  const place = places(choice);

  const outcomes = await withLock(place.root, () => {
    const taken = new Set();
    return settleAll(services.map((service) => bringUp(service, { ...place, taken })));
  });

  const answer = { missing: {}, excused: [] };
  services.forEach((service, index) => {
    const { address, reason, isExcused } = outcomes[index];
    if (address === undefined) answer.missing[service.name] = reason;
    if (isExcused) answer.excused.push(service.name);
    if (address !== undefined) answer[service.name] = { [service.field]: address };
  });
  return answer;
}

/**
 * Stops what `up` started; servers of the environment are not touched.
 * @param {Choice} [choice]
 * @returns {Promise<string[]>} the names of the services that ran
 */
export async function down(choice = {}) {
  const services = await chosen(choice.names);
  const { root, say } = places(choice);

  return withLock(root, async () => {
    const entries = Object.entries(readRunState(root)).filter(([name]) =>
      services.some((service) => service.name === name),
    );
    const ran = entries.filter(([, entry]) => runs(entry)).map(([name]) => name);
    await Promise.all(entries.map(([, entry]) => stop(entry)));
    for (const [name] of entries) writeEntry(root, name, undefined);
    for (const name of ran) say(`${name} stopped`);
    return ran;
  });
}

/**
 * What stands where, without changing anything.
 * @param {Choice} [choice]
 * @returns {Promise<{ name: string, address?: string, how?: 'environment' | 'docker' | 'package',
 *   state: 'up' | 'no answer' | 'died' | 'down' }[]>}
 */
export async function status(choice = {}) {
  const services = await chosen(choice.names);
  const entries = readRunState(places(choice).root);
  return Promise.all(services.map((service) => describe(service, entries[service.name])));
}

async function describe(service, entry) {
  const { name } = service;
  const given = process.env[service.addressVariable];
  if (!given && !entry) return { name, state: 'down' };

  const address = given || entry.address;
  const how = given ? 'environment' : entry.how;
  if (!given && !runs(entry)) return { name, address, how, state: 'died' };
  return { name, address, how, state: (await answers(service, address)) ? 'up' : 'no answer' };
}

async function chosen(names = []) {
  const services = await loadServices();
  const unknown = names.filter((name) => services.every((service) => service.name !== name));
  if (unknown.length > 0) {
    const known = services.map((service) => service.name).join(', ');
    throw new StartError(`Unknown service ${unknown.join(', ')}. Known services: ${known}.`);
  }
  return names.length === 0 ? services : services.filter(({ name }) => names.includes(name));
}

function places({ data = '.data', packages, say = () => {} }) {
  const root = join(resolve(data), 'services');
  return { root, packages: packages ?? join(root, 'packages'), say };
}

/** Waits for all, also after one has failed: nothing may go on after the lock is given back. */
async function settleAll(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** @returns {Promise<{ address: string } | { reason: string, isExcused: boolean }>} */
async function bringUp(service, place) {
  try {
    return { address: await addressOf(service, place) };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    place.say(`${service.name} cannot be had: ${error.message}`);
    return { reason: error.message, isExcused: error.isExcused };
  }
}

async function addressOf(service, place) {
  const given = process.env[service.addressVariable];
  if (given) return requireAnswer(service, given);

  const entry = readRunState(place.root)[service.name];
  if (entry && (await isAdoptable(service, entry))) {
    place.taken.add(entry.port);
    place.say(`${service.name} runs at ${entry.address}`);
    return entry.address;
  }
  if (entry) await stop(entry);
  return start(service, { ...place, formerPort: entry?.port });
}

async function requireAnswer(service, address) {
  if (await answers(service, address)) return address;
  const variable = `${service.addressVariable}=${withoutPassword(address)}`;
  throw new Unavailable(`${variable} does not answer: start that server or unset the variable`);
}

/** A server that another script has just started may need its time. */
async function isAdoptable(service, entry) {
  if (!runs(entry)) return false;
  await waitUntil(async () => !runs(entry) || answers(service, entry.address), 10_000);
  return runs(entry) && answers(service, entry.address);
}

async function start(service, place) {
  const startedMs = performance.now();
  const port = await choosePort(service, place);
  const address = service.address(port);
  const launch = dockerRuns() ? launchContainer : launchProgram;
  const { entry, readLog } = await launch(service, { ...place, port, address });

  await waitUntil(async () => !runs(entry) || answers(service, address), startPatienceMs);
  if (!runs(entry) || !(await answers(service, address))) {
    await stop(entry);
    writeEntry(place.root, service.name, undefined);
    throw new Unavailable(`it does not start at port ${port}:\n${readLog()}`);
  }

  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  place.say(`${service.name} started at ${address} (${entry.how}, ${seconds} s)`);
  return address;
}

async function choosePort(service, { root, formerPort, taken }) {
  const fixed = process.env[service.portVariable];
  if (!fixed) {
    const wish = { count: service.ports, folder: root, preferred: formerPort, taken };
    return findFreePorts(wish);
  }

  const port = parsePort(service.portVariable, fixed);
  if (await isFree(port)) return port;
  throw new StartError(`Port ${port} (${service.name}) is taken. Set ${service.portVariable}.`);
}

async function launchContainer(service, { root, port, address }) {
  const name = containerName(root, service.name);
  startContainer({ name, port, container: service.container(port) });
  const entry = { how: 'docker', container: name, port, address };
  writeEntry(root, service.name, entry);
  return { entry, readLog: () => containerLog(name) };
}

async function launchProgram(service, { root, packages, port, address, say }) {
  const folder = join(root, service.name);
  mkdirSync(folder, { recursive: true });
  mkdirSync(packages, { recursive: true });
  const program = await service.program({ folder, packages, port, say });

  const logFile = join(root, `${service.name}.log`);
  const child = await startDetached({ ...program, logFile });
  const entry = { how: 'package', ...child, port, address };
  writeEntry(root, service.name, entry);
  return { entry, readLog: () => lastLines(logFile) };
}

function runs(entry) {
  return entry.how === 'docker' ? containerRuns(entry.container) : isRunning(entry);
}

async function stop(entry) {
  if (entry.how === 'docker') stopContainer(entry.container);
  else await stopProcess(entry, 15_000);
  // The last threads of a killed process hold its port and its files a moment longer.
  await waitUntil(() => isFree(entry.port), 2_000);
}

function answers(service, address) {
  return service.answers(address).catch(() => false);
}
