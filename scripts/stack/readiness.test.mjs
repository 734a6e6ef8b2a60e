import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { waitUntilAnswers, waitUntilReady } from './readiness.mjs';

const PATIENCE_MS = 300;

describe('the state of the gateway', () => {
  let folder, server, url;
  let answer = (response) => response.end();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-readiness-'));
    server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${server.address().port}/`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const child = (log, ending) => {
    const logFile = join(folder, 'gateway.log');
    writeFileSync(logFile, log);
    const exited = Promise.resolve(ending);
    return { name: 'gateway', pid: 1, logFile, hasExited: () => ending !== undefined, exited };
  };

  it('is ready when it says that it listens, and answers', async () => {
    const gateway = child(`gateway listens on ${url}\n`);

    assert.equal(await waitUntilAnswers(url, gateway, PATIENCE_MS), 'ready');
  });

  it('is its ending when it has ended, whoever answers at its port', async () => {
    const gateway = child('The gateway cannot start\n', 'exit code 1');

    assert.equal(await waitUntilAnswers(url, gateway, PATIENCE_MS), 'ended with exit code 1');
  });

  it('is no answer when another program answers at its port', async () => {
    assert.equal(await waitUntilAnswers(url, child('starting\n'), PATIENCE_MS), 'no answer');
  });

  it('is no answer when it listens and hangs', async () => {
    answer = () => undefined;
    const gateway = child(`gateway listens on ${url}\n`);

    assert.equal(await waitUntilAnswers(url, gateway, PATIENCE_MS), 'no answer');
  });
});

describe('the state of a service', () => {
  let server, url, body;
  const runs = { hasExited: () => false };
  const supervisor = { isStopping: () => false };

  before(async () => {
    server = createServer((_request, response) => response.end(JSON.stringify(body)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is its ending when it has ended, and that its settings are why', async () => {
    const ended = (ending) => ({
      ...{ hasExited: () => true, exited: Promise.resolve(ending), logFile: '/logs/relay.log' },
    });

    assert.equal(
      await waitUntilReady(url, ended('exit code 1'), supervisor),
      'ended with exit code 1',
    );
    assert.match(
      await waitUntilReady(url, ended('exit code 2'), supervisor),
      /^ended with exit code 2: its settings are no good, .*: \/logs\/relay\.log$/,
    );
  });

  it('is loading while it has not answered, with where its log is', async () => {
    const loading = { hasExited: () => false, logFile: '/logs/translate.log' };
    const nobody = createServer();
    await once(nobody.listen(0, '127.0.0.1'), 'listening');
    const closed = `http://127.0.0.1:${nobody.address().port}`;
    nobody.close();

    assert.equal(
      await waitUntilReady(closed, loading, supervisor, PATIENCE_MS),
      'loading: it has not answered yet, its log is /logs/translate.log',
    );
  });

  const broken = (names, reason) => names.map((name) => ({ name, directions: [name], reason }));

  it('names the pairs that are broken, by reason', async () => {
    const noGrammar = broken(['es-ca', 'ca-es'], 'the program cg-proc is not installed');
    const noData = broken(['a-b', 'c-d', 'e-f', 'g-h', 'i-j', 'k-l'], 'the file x is missing');
    body = { checks: { apertium: { status: 'up', broken: [...noGrammar, ...noData] } } };

    assert.equal(
      await waitUntilReady(url, runs, supervisor),
      'ready, but es-ca, ca-es: the program cg-proc is not installed; ' +
        'a-b, c-d, e-f, g-h and 2 more: the file x is missing',
    );
  });

  it('is ready and nothing else when nothing is broken', async () => {
    for (body of [{ checks: { apertium: { broken: [] } } }, { checks: {} }, 'ok']) {
      assert.equal(await waitUntilReady(url, runs, supervisor), 'ready');
    }
  });
});
