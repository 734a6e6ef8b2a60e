import { readCommandLine, readDataFolder } from '../lib/command-line.mjs';
import { podsOf } from './cluster.mjs';
import { lookAt } from './facts.mjs';
import { plain } from './plain.mjs';
import { comparisons, findingsOf, schemaOf, versionOf } from './findings.mjs';
import { runningStack } from './stack.mjs';
import { say, table } from '../lib/progress.mjs';
import { services, StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';

const NAMES = services.map(({ name }) => name);

const HELP = `Usage: npm run doctor [-- options]

Looks at running services: whether they answer and are ready, their versions and
migrations, what waits in their queues, certificates and clocks. Needs Node 18 or
newer and nothing that is installed; it changes nothing.

  (none)              the services that npm start runs
  --data DIR          of that data folder (default .data)
  --service NAME=URL  a process at its own port, for example relay=http://10.0.0.7:3006;
                      may be repeated, also for replicas. Names:
                      ${NAMES.slice(0, 3).join(', ')}, ${NAMES.slice(3).join(', ')}
  --namespace NAME    the pods of a namespace, by kubectl as it is configured here
                      (needs to list pods, to forward ports, and for certificates
                      to list Secrets)
  --json              prints one JSON object
  --help              prints this text

Ends with 0 when nothing is bad, 1 when something is (warnings are not).`;

await runMain(async (args) => {
  const { values } = readCommandLine('npm run doctor', {
    args,
    options: {
      data: { type: 'string' },
      service: { type: 'string', multiple: true },
      namespace: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    say(HELP);
    return 0;
  }
  const { targets, findings: known, close = () => undefined } = await patients(values);
  try {
    const all = await Promise.all(targets.map(lookAt));
    const findings = [...known, ...all.flatMap(findingsOf), ...comparisons(all)];
    say(values.json ? JSON.stringify(asJson(all, findings), null, 2) : asText(all, findings));
    return findings.some(({ level }) => level === 'bad') ? 1 : 0;
  } finally {
    close();
  }
});

/** @throws {StartError} when more than one place is named, or a service by another name */
async function patients({ data, service, namespace }) {
  if ([data, service, namespace].filter((value) => value !== undefined).length > 1) {
    throw new StartError('Give one of --data, --service and --namespace.');
  }
  if (namespace !== undefined) return await podsOf(namespace);
  if (service !== undefined) return { targets: service.map(namedTarget), findings: [] };
  const from = process.env.INIT_CWD ?? process.cwd();
  return runningStack(readDataFolder(data, from).dataDir, process.env);
}

function namedTarget(text) {
  const [, service, url = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  if (!NAMES.includes(service)) {
    throw new StartError(`--service ${text}: give NAME=URL, NAME one of ${NAMES.join(', ')}.`);
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StartError(`--service ${text}: give NAME=URL, URL such as http://10.0.0.7:3006.`);
  }
  return { service, instance: new URL(url).host, url };
}

function asJson(all, findings) {
  const processes = all.map((facts) => ({
    ...{ service: facts.target.service, instance: facts.target.instance },
    ...{ ready: facts.readiness.ready, version: versionOf(facts), migration: schemaOf(facts) },
  }));
  return { isWell: findings.every(({ level }) => level !== 'bad'), processes, findings };
}

function stateOf({ unreachable, readiness }) {
  if (unreachable !== undefined) return 'no answer';
  return readiness.ready ? 'ready' : 'not ready';
}

function asText(all, findings) {
  const rows = all.map((facts) => [
    plain(facts.target.service),
    plain(facts.target.instance),
    stateOf(facts),
    plain(versionOf(facts) ?? '-'),
    plain(schemaOf(facts) ?? '-'),
  ]);
  const lines = findings.map(({ level, service, instance, check, message, runbook }) => {
    const who = [service, instance].filter((part) => part !== '').join(' ');
    const help = runbook === undefined ? '' : `. See docs/runbooks.md#${runbook.toLowerCase()}`;
    return `${level === 'bad' ? 'BAD' : 'warning'}: ${plain(who)}, ${plain(check)}: ${plain(message)}${help}`;
  });
  const heading = ['Service', 'Where', 'State', 'Version', 'Newest migration'];
  return [...table([heading, ...rows]), '', ...(lines.length > 0 ? lines : ['All is well.'])].join(
    '\n',
  );
}
