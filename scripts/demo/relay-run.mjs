import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Kafka, logLevel } from 'kafkajs';

import { buildOnce } from '../lib/built.mjs';
import { noteInManifest } from '../lib/manifest.mjs';
import { say, timed } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { down, up } from '../services/lifecycle.mjs';
import { startProgram } from './program.mjs';
import { freePort, startMonitoring } from './monitoring.mjs';
import { startChannels } from './relay-channels.mjs';
import { startNomad } from './relay-nomad.mjs';
import { startSources } from './relay-sources.mjs';
import { startStubs } from './relay-stubs.mjs';
import { loadVendors, postExamples, vendorOptions } from './relay-vendors.mjs';

/** The demonstration of relay, on Node 24. */
const PATIENCE_MS = 60_000;
const TOPIC = `demo-events-${process.pid}`;
const keep = process.argv.includes('--keep');
const folder = mkdtempSync(join(tmpdir(), 'relay-demo-'));
const data = join(projectDir, '.data', 'demo');
const packages = join(projectDir, '.data', 'services', 'packages');
const running = [];

const stopAll = async () => {
  for (const program of running.splice(0).reverse()) await program.stop();
  await down({ data });
  rmSync(folder, { recursive: true, force: true });
};
for (const name of ['SIGINT', 'SIGTERM']) {
  process.once(name, () => void stopAll().then(() => process.exit(130)));
}

async function demonstrate() {
  await timed('Building relay', () => buildOnce(['apps/relay']));
  noteInManifest(join(projectDir, '.data'), [basename(data)]);
  const stubs = await startStubs();
  running.push(stubs);
  const channels = await startChannels(stubs);
  running.push(channels);
  const nomad = await startNomad();
  running.push(nomad);
  const sources = await startSources(folder);
  running.push(sources);
  const vendors = await loadVendors();
  const brokers = await startKafka();
  const relay = await startRelay({
    stubs,
    brokers,
    channels,
    vendors,
    env: { ...nomad.env, ...sources.env },
  });
  const monitoring = await timed('Starting Prometheus and Alertmanager', () =>
    startMonitoring({ folder, packages, say, target: relay.url, metrics: stubs.url }),
  );
  running.push(monitoring);

  say('\nThe metric rises, and Prometheus fires the alert DemoErrors.');
  stubs.metric = 5;
  await seen(stubs, 'firing');
  say('The metric falls, and the alert is resolved.');
  stubs.metric = 0;
  await seen(stubs, 'resolved');
  await fetch(`${relay.url}/relay/k8s`, review());
  await until(
    () => SINKS.every((sink) => stubs.messages.some((m) => m.sink === sink && isReview(m))),
    'the review in every channel',
  );
  await until(
    () => channels.names.every((sink) => stubs.messages.some((m) => m.sink === sink)),
    'the alert in every channel that is one file',
  );
  say('Each vendor sends what it documents, signed as it signs.');
  await postExamples(vendors, relay.url);
  const isVendors = ({ sink, text }) => sink === 'msteams' && !text.includes('DemoErrors');
  await until(
    () => stubs.messages.filter(isVendors).length >= vendors.length,
    'the events of all vendors',
  );

  await until(
    () => stubs.messages.some(({ text }) => text.includes('DeploymentStatusUpdate')),
    "Nomad's event",
  );

  say('A Pod ends again and again, the API server says so, and somebody fails to become root.');
  await sources.send();
  await until(
    () => sources.signs.every((sign) => stubs.messages.some(({ text }) => text.includes(sign))),
    `what the watched sources tell: ${sources.signs.join(', ')}`,
  );

  show({ stubs, channels, vendors, relay, records: await readTopic(brokers) });
  const absent = [sources.absent, brokers === undefined ? 'Kafka: no broker can be had' : ''];
  for (const what of absent.filter((line) => line !== '')) say(`Not shown: ${what}.`);
}

/** @returns {Promise<string | undefined>} nothing where no broker can be had */
async function startKafka() {
  const answer = await up({ names: ['kafka'], data, packages, say });
  if (answer.kafka === undefined) {
    say(`No Kafka: ${answer.missing.kafka}. The demonstration goes on without it.`);
    return undefined;
  }
  const { brokers } = answer.kafka;
  const admin = kafkaClient(brokers).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 1 }] });
  await admin.disconnect();
  return brokers;
}

async function startRelay({ stubs, brokers, channels, vendors, env }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    name: 'relay',
    command: process.execPath,
    args: [join(projectDir, 'apps/relay/bundle/main.js')],
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      EVENTS_SPOOL_DIR: join(folder, 'spool'),
      EVENTS_ADMIN_TOKEN: 'demo',
      EVENTS_STDOUT_OUT_MESSAGE:
        'event: {{ .type }} {{ if .data.labels }}{{ .data.labels.alertname }} {{ .data.status }}{{ else if .data.operation }}{{ .data.operation }} {{ .data.kind }} {{ .data.location }}{{ end }}',
      ...(brokers === undefined
        ? {}
        : { EVENTS_KAFKA_OUT_BROKERS: brokers, EVENTS_KAFKA_OUT_TOPIC: TOPIC }),
      EVENTS_CHATBOT_OUT_ID_TOKEN: '123:DEMO',
      EVENTS_CHATBOT_OUT_CHAT_ID: '-1001',
      EVENTS_CHATBOT_OUT_API_URL: `${stubs.url}/chatbot`,
      EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb-demo',
      EVENTS_TEAMCHAT_OUT_CHANNEL: 'alerts',
      EVENTS_TEAMCHAT_OUT_API_URL: `${stubs.url}/teamchat`,
      EVENTS_WORKPLACECHAT_URL: `${stubs.url}/workplacechat?thread_key=t_1`,
      EVENTS_WEBHOOK_OUT_URL: `${stubs.url}/webhook`,
      ...channels.env,
      ...vendorOptions(vendors),
      ...env,
      EVENTS_ROUTES: JSON.stringify(routes(brokers, channels)),
    },
    isReady: () => answers(`${url}/health/ready`),
  });
  running.push(program);
  return { url, output: program.output };
}

/** Alerts go everywhere; a chat has a limit, so that what vendors document goes to one. */
const routes = (brokers, { names }) => {
  const all = [...SINKS, 'stdout', ...(brokers === undefined ? [] : ['kafka'])];
  return [
    { match: ['source="alertmanager"'], sinks: [...all, ...names] },
    { match: ['source="k8s"'], sinks: all },
    // What is older than six hours, as some examples are, is no news for a chat.
    { sinks: ['msteams', 'webhook', 'stdout'] },
  ];
};

const answers = async (url) => (await fetch(url).catch(() => undefined))?.ok === true;

const SINKS = ['chatbot', 'teamchat', 'workplacechat', 'webhook'];

const seen = (stubs, status) =>
  until(
    () =>
      SINKS.every((sink) =>
        stubs.messages.some((m) => m.sink === sink && m.text.toLowerCase().includes(status)),
      ),
    `a message of a ${status} alert in every channel`,
  );

/** As text, or as the JSON of the webhook. */
const isReview = ({ text }) => text.includes('shop.web');

async function until(condition, what) {
  const lateMs = performance.now() + PATIENCE_MS;
  while (!condition()) {
    if (performance.now() > lateMs) throw new Error(`Not seen within a minute: ${what}.`);
    await pause(50);
  }
}

const review = () => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
      kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
      resource: { group: 'apps', version: 'v1', resource: 'deployments' },
      name: 'web',
      namespace: 'shop',
      operation: 'UPDATE',
      userInfo: { username: 'admin', uid: '1', groups: [] },
      object: { metadata: { name: 'web' }, spec: { replicas: 3 } },
      oldObject: { metadata: { name: 'web' }, spec: { replicas: 1 } },
      dryRun: false,
    },
  }),
});

const kafkaClient = (brokers) =>
  new Kafka({ brokers: brokers.split(','), clientId: 'demo', logLevel: logLevel.NOTHING });

async function readTopic(brokers) {
  if (brokers === undefined) return [];
  const consumer = kafkaClient(brokers).consumer({ groupId: TOPIC, maxWaitTimeInMs: 250 });
  const records = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      records.push({ type: String(message.headers.ce_type), key: String(message.key) });
    },
  });
  await until(() => records.length >= 3, 'three records on Kafka');
  await consumer.disconnect();
  return records;
}

function show({ stubs, channels, vendors, relay, records }) {
  for (const sink of [...SINKS, ...channels.names]) {
    say(`\n${sink}`);
    const texts = stubs.messages.filter((message) => message.sink === sink);
    for (const { path, text } of texts)
      say(`  ${path}\n    ${short(text).replaceAll('\n', '\n    ')}`);
  }
  if (records.length > 0) say('\nkafka');
  for (const { type, key } of records) say(`  ${type}  key ${key}`);
  say('\nstdout');
  for (const line of relay.output().split('\n')) if (line.startsWith('event:')) say(`  ${line}`);
  const refused = stubs.messages.filter(({ status = 200 }) => status >= 300);
  if (refused.length > 0) throw new Error(`Refused: ${JSON.stringify(refused[0])}`);
  const titles = [...vendors.map(({ title }) => title), ...OTHER_SOURCES];
  say(`\nSources: ${titles.join('; ')}.`);
  say('Everything arrived everywhere.');
}

const OTHER_SOURCES = [
  'Alertmanager',
  'admission reviews',
  'Nomad',
  'Kubernetes by watch',
  'syslog',
];

const short = (text) => (text.length > 900 ? `${text.slice(0, 900)} …` : text);

try {
  await demonstrate();
  if (keep) await new Promise(() => setInterval(() => undefined, 60_000));
} catch (error) {
  say(`The demonstration failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  await stopAll();
}
