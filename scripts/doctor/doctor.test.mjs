import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { runningCommand } from '../lib/processes.mjs';
import { projectDir } from '../lib/project.mjs';
import { lookAt } from './facts.mjs';
import { comparisons, findingsOf } from './findings.mjs';
import { plain } from './plain.mjs';
import { readMetrics } from './metrics.mjs';
import { judge, RULES } from './rules.mjs';

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

/** Answers every path in a way of its own. */
async function strange(answer) {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return findingsOf(await lookAt({ service: 'relay', instance: 'one', url }));
}

describe('the doctor, before strangers', () => {
  it('takes whoever answers 200 to everything for no service', async () => {
    const found = await strange((_request, response) => response.end('Welcome'));

    assert.deepEqual(
      found.map(({ level, message }) => [level, message]),
      [['bad', 'this is no service of this version: has it the right port?']],
    );
  });

  it('says that it could not look where there are no metrics', async () => {
    const found = await strange((request, response) =>
      request.url === '/metrics'
        ? response.writeHead(403).end()
        : response.end(JSON.stringify({ status: 'up' })),
    );

    assert.deepEqual(
      found.map(({ level, check }) => [level, check]),
      [['warning', 'metrics']],
    );
    assert.match(found[0].message, /^not looked at.*: status 403$/);
  });

  it('takes 200 without a status for not ready', async () => {
    const found = await strange((request, response) =>
      response.end(request.url === '/metrics' ? 'sextant_build_info{app="relay"} 1' : '[]'),
    );

    assert.deepEqual(
      found.map(({ level, check }) => [level, check]),
      [['bad', 'ready']],
    );
  });

  it('stops reading an answer without end', async () => {
    let bytes = 0;
    const [found] = await strange((_request, response) => {
      const chunk = Buffer.alloc(2 ** 20, ' ');
      const write = () => {
        while (!response.destroyed && response.write(chunk)) bytes += chunk.length;
      };
      response.on('drain', write);
      write();
    });

    assert.deepEqual([found.check, found.message], ['answers', 'it answers more than 16 MiB']);
    assert.ok(bytes < 64 * 2 ** 20, `${bytes}`);
  });

  it('holds its clock against ours when the answer begins, however slow the rest is', async () => {
    const found = await strange((request, response) => {
      if (request.url !== '/health/live') {
        response.end(
          request.url === '/metrics' ? 'sextant_build_info{app="relay"} 1' : '{"status":"up"}',
        );
        return;
      }
      response.setHeader('date', new Date(Date.now() + 4_000).toUTCString());
      response.write('{');
      setTimeout(() => response.end('}'), 2_500);
    });

    assert.deepEqual(
      found.map(({ check }) => check),
      ['clock'],
    );
  });

  it('reads names of any length and numbers without end', () => {
    const [{ labels }] = readMetrics(`x{${'a'.repeat(300_000)}} 1`);
    assert.deepEqual(labels, {});

    const rule = RULES.find(({ of, above }) => of === 'max' && above !== undefined);
    const samples = Array.from({ length: 300_000 }, () => ({
      name: rule.metric,
      labels: rule.labels ?? {},
      value: 0,
    }));
    assert.equal(judge(rule, samples), undefined);
  });

  it('prints nothing that a terminal would obey', () => {
    assert.equal(plain('\u001b[2J\u009b1A all\r\nis \u202ewell'), '[2J 1A all is well');
    assert.equal(plain({ why: '\u001b' }), '{"why":"\\u001b"}');
    assert.equal(plain('x'.repeat(1e6)).length, 300);
  });
});

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

describe('npm run doctor', () => {
  let folder;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'sextant-doctor-'))));
  after(() => rmSync(folder, { recursive: true }));

  /** Answers as kubectl does, by the cases of a shell. */
  function kubectl(cases) {
    const program = join(folder, 'kubectl');
    writeFileSync(program, `#!/bin/sh\ncase " $* " in${cases}\n  *) exit 1 ;;\nesac\n`);
    chmodSync(program, 0o755);
  }

  const run = (args, env = {}) =>
    new Promise((resolve) => {
      const script = join(projectDir, 'scripts/doctor/doctor.mjs');
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

  it('prints what a part says in one line, without what a terminal obeys', async () => {
    const checks = { 'a\u001bb': { status: 'down', message: 'gone\u001b[1A\nAll is well.' } };
    const url = await listening({ ready: 503, checks });

    const { stdout } = await run(['--service', `relay=${url}`]);

    assert.match(stdout, /^BAD: relay \S+, a b: gone \[1A All is well\.$/m);
    assert.equal(stdout.includes('\u001b'), false);
  });

  it('looks for services that are to run and have just died', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const supervisor = { pid: process.pid, command: runningCommand(process.pid) };
    writeFileSync(
      join(data, 'run.json'),
      JSON.stringify({ supervisor, services: ['relay'], children: [] }),
    );
    const closed = new URL(await listening({})).port;
    await new Promise((done) => servers.pop().close(done));

    const { code, stdout } = await run(['--data', data], { RELAY_PORT: closed });

    assert.equal(code, 1);
    assert.match(stdout, /BAD: relay :\d+, answers: ECONNREFUSED/);
  });

  it('looks at the other pods when one cannot be reached, and at the other certificates', async () => {
    const { port } = new URL(await listening({ app: 'translate' }));
    const pod = (name, labels) => ({
      metadata: { name, labels },
      spec: { containers: [{}] },
      status: { phase: 'Running' },
    });
    const translate = { 'app.kubernetes.io/name': 'translate' };
    const job = { ...translate, 'app.kubernetes.io/component': 'migrations' };
    const items = [pod('broken', translate), pod('t-1', translate), pod('job', job)];
    writeFileSync(join(folder, 'pods.json'), JSON.stringify({ items }));
    kubectl(`
  *" get pods "*) cat ${folder}/pods.json ;;
  *"pod/t-1 "*) echo "Forwarding from 127.0.0.1:${port} -> 8080"; exec sleep 60 ;;
  *"pod/broken "*) printf 'error: \\033[2Jno container' >&2; exit 1 ;;
  *" get secrets "*) echo "odd bm90IG9uZQ==" ;;`);

    const { code, stdout } = await run(['--namespace', 'ns'], {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
    });

    assert.equal(code, 1);
    assert.match(stdout, /translate +t-1 +ready/);
    assert.match(stdout, /BAD: translate broken, answers: .*error: \[2Jno container/);
    assert.match(stdout, /BAD: Secrets odd, certificate: it holds none that can be read/);
    assert.match(stdout, /warning: relay, pod: it has no pod here/);
    assert.doesNotMatch(stdout, /job/);
  });

  it('tells in one line when kubectl says no list', async () => {
    kubectl(`
  *) echo "<html>" ;;`);

    const { code, stdout } = await run(['--namespace', 'ns'], {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
    });

    assert.deepEqual([code, stdout], [1, 'Error: kubectl: no list of pods: <html>\n']);
  });

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
