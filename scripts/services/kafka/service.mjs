import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findJava } from '../java.mjs';
import { bringJars } from '../maven.mjs';
import { exchange, hostAndPort } from '../network.mjs';

const run = promisify(execFile);
const version = '4.3.1';

/**
 * One broker which is its own controller (KRaft), on two neighbouring ports.
 * @type {import('../catalogue.mjs').Service}
 */
export default {
  name: 'kafka',
  field: 'brokers',
  addressVariable: 'KAFKA_BROKERS',
  portVariable: 'KAFKA_PORT',
  ports: 2,
  address: (port) => `127.0.0.1:${port}`,

  container: (port) => ({
    image: `apache/kafka:${version}`,
    containerPort: port,
    folder: '/var/lib/kafka/data',
    env: {
      CLUSTER_ID: 'c2V4dGFudC1kZXYtMDAwMQ',
      ...asEnvironment({ ...settings(port, '/var/lib/kafka/data'), ...insideContainer(port) }),
    },
  }),

  async program({ folder, packages, port, say }) {
    const java = await findJava();
    const jars = join(packages, `kafka-${version}`);
    await bringJars({ lockFile: new URL('jars.json', import.meta.url), folder: jars, say });
    await mkdir(folder, { recursive: true });

    const broker = { java: java.java, jars, folder, port };
    await format(broker);
    const args = [await classArchive(packages, java.version), ...brokerArguments(broker)];
    return { command: java.java, args };
  },

  async answers(address) {
    const { host, port } = hostAndPort(address, 9092);
    // A broker of the environment may want TLS or a password: that it listens must do.
    if (process.env.KAFKA_BROKERS) return exchange({ host, port }).then(() => true);

    return brokerCount(await exchange({ host, port, request: metadataRequest() })) > 0;
  },
};

/** What matters on one small node: small pools, and the heartbeats without which a restart takes 14 s. */
function settings(port, logFolder) {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${port + 1}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    // Static, so that the port may change from one start to the next.
    'controller.quorum.voters': `1@127.0.0.1:${port + 1}`,
    'log.dirs': logFolder,
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'share.coordinator.state.topic.num.partitions': '1',
    'group.initial.rebalance.delay.ms': '0',
    'num.network.threads': '2',
    'num.io.threads': '4',
    'log.cleaner.dedupe.buffer.size': '8388608',
    'metadata.max.idle.interval.ms': '0',
    'broker.session.timeout.ms': '2000',
    'broker.heartbeat.interval.ms': '500',
  };
}

function insideContainer(port) {
  return { listeners: `PLAINTEXT://0.0.0.0:${port},CONTROLLER://127.0.0.1:${port + 1}` };
}

/** The image reads `KAFKA_A_B` as `a.b`. */
function asEnvironment(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
      value,
    ]),
  );
}

async function format({ java, jars, folder, port }) {
  const logFolder = join(folder, 'log');
  const properties = Object.entries(settings(port, logFolder)).map((pair) => pair.join('='));
  await writeFile(join(folder, 'server.properties'), `${properties.join('\n')}\n`);
  if (await exists(join(logFolder, 'meta.properties'))) return;

  await rm(logFolder, { recursive: true, force: true });
  // In one word with its flag: an id may begin with a dash.
  const clusterId = `--cluster-id=${randomBytes(16).toString('base64url')}`;
  const tool = ['-cp', `${jars}/*`, 'kafka.tools.StorageTool', 'format', clusterId];
  await run(java, ['-XX:TieredStopAtLevel=1', ...tool, '-c', join(folder, 'server.properties')]);
}

/** The first broker that is stopped leaves its loaded classes to all later ones: they start in half the time. */
async function classArchive(packages, javaVersion) {
  const archive = join(packages, `kafka-${version}-java-${javaVersion}.jsa`);
  return `-XX:${(await exists(archive)) ? 'SharedArchiveFile' : 'ArchiveClassesAtExit'}=${archive}`;
}

function brokerArguments({ jars, folder }) {
  return [
    ...['-Xms96m', '-Xmx384m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
    ...['-cp', `${jars}/*`, 'kafka.Kafka', join(folder, 'server.properties')],
  ];
}

/** Metadata, version 1, of no topic: https://kafka.apache.org/protocol#The_Messages_Metadata */
function metadataRequest() {
  const request = Buffer.alloc(18);
  request.writeInt32BE(14, 0); // size of what follows
  request.writeInt16BE(3, 4); // api key
  request.writeInt16BE(1, 6); // api version
  request.writeInt32BE(1, 8); // correlation id
  request.writeInt16BE(-1, 12); // no client id
  request.writeInt32BE(0, 14); // no topic
  return request;
}

/** A broker that has registered itself knows at least one: size, correlation id, then the count. */
function brokerCount(response) {
  return response.length >= 12 ? response.readInt32BE(8) : 0;
}

async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
