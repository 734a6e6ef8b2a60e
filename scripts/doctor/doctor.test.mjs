import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { projectDir } from '../project.mjs';
import { lookAt } from './facts.mjs';
import { comparisons, findingsOf } from './findings.mjs';
import { readMetrics } from './metrics.mjs';
import { judge, RULES } from './rules.mjs';

const read = (path) => readFileSync(join(projectDir, path), 'utf8');

/** What a service answers that is well, and may be made worse. */
function serviceThat({ app = 'relay', ready = 200, checks = {}, metrics = '', date, live } = {}) {
  const build = `sextant_build_info{version="0.1.0",node="24.0.0",app="${app}"} 1`;
  const pages = {
    '/health/live': [live ?? 200, '{}'],
    '/health/ready': [ready, JSON.stringify({ status: ready === 200 ? 'up' : 'down', checks })],
    '/metrics': [200, `${build}\n${metrics}\n`],
  };
  return createServer((request, response) => {
    const [status, text] = pages[request.url] ?? [404, ''];
    if (date !== undefined) response.setHeader('date', new Date(Date.now() + date).toUTCString());
    response.writeHead(status).end(text);
  });
}

const servers = [];
async function listening(answers) {
  const server = serviceThat(answers);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}
after(() => servers.forEach((server) => server.close()));

const diagnosis = async (answers, service = 'relay') =>
  findingsOf(await lookAt({ service, instance: 'one', url: await listening(answers) }));

describe('the doctor', () => {
  it('finds nothing in a service that is well', async () => {
    assert.deepEqual(await diagnosis({}), []);
  });

  it('tells of one that nobody answers for', async () => {
    const url = await listening({});
    await new Promise((done) => servers.pop().close(done));

    const [found] = findingsOf(await lookAt({ service: 'relay', instance: 'one', url }));

    assert.deepEqual([found.level, found.check], ['bad', 'answers']);
    assert.match(found.message, /ECONNREFUSED/);
  });

  it('tells of one that answers for another', async () => {
    const [found] = await diagnosis({ app: 'speech' });

    assert.deepEqual(
      [found.level, found.message],
      ['bad', 'this is speech: has it the right port?'],
    );
  });

  it('tells of a process that fails its liveness', async () => {
    const [found] = await diagnosis({ live: 500 });

    assert.deepEqual([found.level, found.check], ['bad', 'answers']);
  });

  it('names each part that keeps it from being ready, and its reason', async () => {
    const checks = {
      database: { status: 'down', message: 'PostgreSQL does not answer.' },
      engine: { status: 'up' },
    };

    const found = await diagnosis({ ready: 503, checks });

    assert.deepEqual(
      found.map(({ level, check, message }) => [level, check, message]),
      [['bad', 'database', 'PostgreSQL does not answer.']],
    );
  });

  it('tells that it is not ready when no part says why', async () => {
    const [found] = await diagnosis({ ready: 503 });

    assert.deepEqual([found.level, found.check], ['bad', 'ready']);
  });

  for (const [offMs, level] of [
    [5_000, 'warning'],
    [-5_000, 'warning'],
    [60_000, 'bad'],
  ]) {
    it(`compares clocks: ${offMs} ms is ${level}`, async () => {
      const [found] = await diagnosis({ date: offMs });

      assert.deepEqual([found.level, found.check], [level, 'clock']);
      assert.match(found.message, offMs > 0 ? /ahead of this/ : /behind this/);
    });
  }

  it("compares the service's clock with PostgreSQL's", async () => {
    const [found] = await diagnosis({ metrics: 'database_clock_ahead_seconds{app="relay"} -7.25' });

    assert.equal(found.message, "PostgreSQL's clock is 7.3 s behind the service");
  });

  it('tells of a database that a newer version has migrated', async () => {
    const metrics = 'database_schema_info{migration="New1",known="false",app="relay"} 1';

    const [found] = await diagnosis({ metrics });

    assert.match(found.message, /New1, which this version does not know/);
  });

  it('tells of replicas of two versions', async () => {
    const facts = (version) => ({
      target: { service: 'relay', instance: version },
      metrics: readMetrics(`sextant_build_info{version="${version}"} 1`),
    });

    const [found] = comparisons([facts('1.0.0'), facts('1.1.0'), facts('1.1.0')]);

    assert.equal(found.message, 'its replicas have versions 1.0.0 and 1.1.0');
    assert.deepEqual(comparisons([facts('1.0.0'), facts('1.0.0')]), []);
  });
});

describe('the rules', () => {
  const alerts = read('k8s/overlays/prod/alerts.yaml');

  for (const rule of RULES) {
    const { metric, labels = {}, above, below, alert } = rule;

    it(`${metric}: fails beyond its bound and not at it`, () => {
      const sample = (value) => [{ name: metric, labels, value }];
      const bound = above ?? below;

      assert.equal(judge(rule, sample(bound)), undefined);
      assert.equal(
        typeof judge(rule, sample(above === undefined ? bound - 1 : bound + 1)),
        'string',
      );
      assert.equal(judge(rule, []), undefined);
    });

    it(`${metric}: is of the alert ${alert}, which has a runbook`, () => {
      const [, own = ''] = alerts.split(`alert: ${alert}\n`);
      assert.ok(own.split('- alert:')[0].includes(metric), `${alert} is not about ${metric}`);
      assert.ok(read('docs/runbooks.md').includes(`### ${alert}\n`));
    });
  }
});

describe('the rule for the age of signing keys', () => {
  it('is about those that sign, not about those that wait or have gone', () => {
    const rule = RULES.find(({ metric }) => metric === 'auth_signing_key_age_seconds');
    const sample = (stage) => [{ name: rule.metric, labels: { stage }, value: 1e9 }];

    assert.equal(judge(rule, sample('retired')), undefined);
    assert.match(judge(rule, sample('current')), /days old/);
  });
});

describe('a page of metrics', () => {
  it('is read with labels in any characters, and without what is no sample', () => {
    const page = '# HELP a b\na{x="1,2}",y="q\\"\\\\\\n"} 3.5\nb NaN\nc 1e3 1700000000000\nbroken{';

    assert.deepEqual(
      readMetrics(page).filter(({ name }) => name !== 'b'),
      [
        { name: 'a', labels: { x: '1,2}', y: 'q"\\\n' }, value: 3.5 },
        { name: 'c', labels: {}, value: 1000 },
      ],
    );
    assert.equal(Number.isNaN(readMetrics(page)[1].value), true);
  });
});

describe('npm run doctor', () => {
  let folder;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'sextant-doctor-'))));
  after(() => rmSync(folder, { recursive: true }));

  const run = (args, env = {}) =>
    new Promise((resolve) => {
      const script = join(projectDir, 'scripts/doctor.mjs');
      execFile(
        process.execPath,
        [script, ...args],
        { env: { ...process.env, ...env } },
        (error, stdout) => resolve({ code: error?.code ?? 0, stdout }),
      );
    });

  it('prints a table and ends with 0 when all is well', async () => {
    const url = await listening({});

    const { code, stdout } = await run(['--service', `relay=${url}`]);

    assert.equal(code, 0);
    assert.match(stdout, /relay +127\.0\.0\.1:\d+ +ready +0\.1\.0/);
    assert.match(stdout, /All is well\./);
  });

  it('ends with 1 when something is bad, and prints JSON', async () => {
    const url = await listening({ ready: 503 });

    const { code, stdout } = await run(['--json', '--service', `relay=${url}`]);

    assert.equal(code, 1);
    const { isWell, findings } = JSON.parse(stdout);
    assert.deepEqual([isWell, findings.length, findings[0].check], [false, 1, 'ready']);
  });

  it('takes warnings for no failure', async () => {
    const url = await listening({ metrics: 'relay_spool_refusing 1' });

    const { code, stdout } = await run(['--service', `relay=${url}`]);

    assert.equal(code, 0);
    assert.match(stdout, /warning: relay .*runbooks\.md#relayrefuses/);
  });

  for (const args of [
    ['--service', 'tea=http://localhost:1'],
    ['--service', 'relay=localhost:1'],
    ['--service', 'relay=http://localhost:1', '--namespace', 'sextant'],
    ['--data', '/nowhere'],
    ['--dta', 'x'],
  ]) {
    it(`refuses ${args.join(' ')} in one line`, async () => {
      const { code, stdout } = await run(args);

      assert.equal(code, 1);
      assert.match(stdout, /^Error: [^\n]+\n$/);
    });
  }

  it('looks at the pods of a namespace, at what Kubernetes says of them, and at certificates', async () => {
    const { port } = new URL(await listening({ app: 'translate' }));
    // Answers as kubectl does; its forwarded port is the service's own.
    const program = join(folder, 'kubectl');
    const pod = (name, phase, more = {}) => ({
      metadata: { name, labels: { 'app.kubernetes.io/name': 'translate' } },
      spec: { containers: [{ ports: [{ name: 'http', containerPort: 3001 }] }] },
      status: { phase, ...more },
    });
    const containerStatuses = [
      { restartCount: 9, lastState: { terminated: { reason: 'OOMKilled' } } },
    ];
    const pods = { items: [pod('t-1', 'Running', { containerStatuses }), pod('t-2', 'Pending')] };
    writeFileSync(join(folder, 'pods.json'), JSON.stringify(pods));
    writeFileSync(
      program,
      `#!/bin/sh
case "$*" in
  "--namespace ns get pods -l app.kubernetes.io/part-of=sextant -o json") cat ${folder}/pods.json ;;
  "--namespace ns port-forward pod/t-1 :3001") echo "Forwarding from 127.0.0.1:${port} -> 3001"; exec sleep 60 ;;
  "--namespace ns get secrets -o jsonpath="*) exit 0 ;;
  *) echo "unexpected: $*" >&2; exit 1 ;;
esac
`,
    );
    chmodSync(program, 0o755);

    const PATH = `${folder}${delimiter}${process.env.PATH}`;
    const { code, stdout } = await run(['--namespace', 'ns'], { PATH });

    assert.equal(code, 1);
    assert.match(stdout, /translate +t-1 +ready/);
    assert.match(stdout, /warning: translate t-1, pod: it ran out of memory before/);
    assert.match(stdout, /warning: translate t-1, pod: it was started again 9 times/);
    assert.match(stdout, /BAD: translate t-2, pod: it is Pending/);
  });
});
