import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { runningCommand, signal, waitUntil } from '../lib/processes.mjs';

/** Writes its process id, and makes the program or takes for ever. */
const GO = `#!/bin/sh
echo $$ > "$PIDS"
[ -z "$FOR_EVER" ] || exec sleep 60
touch "$GOBIN/tool"
`;
const BUILD = `
  import { goProgram } from ${JSON.stringify(new URL('go.mjs', import.meta.url).href)};
  const module = 'example.com/tool';
  await goProgram({ module, version: 'v1', packages: process.argv[1], otherwise: '', say: () => {} });
`;

describe('a program that is built with Go', { skip: process.platform === 'win32' }, () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'go-'));
    writeFileSync(join(folder, 'go'), GO);
    chmodSync(join(folder, 'go'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const build = (env = {}) => {
    const PATH = [folder, process.env.PATH].join(delimiter);
    const words = ['--input-type=module', '-e', BUILD, folder];
    const options = { env: { ...process.env, PATH, PIDS: join(folder, 'pid'), ...env } };
    return spawn(process.execPath, words, { ...options, stdio: 'ignore' });
  };
  const draftOf = (pid) => join(folder, 'tool', `v0.draft-${pid}`);

  it('removes the drafts of builds that were killed, and no other', async () => {
    const { pid: dead } = spawnSync('true');
    mkdirSync(join(draftOf(dead), 'cache'), { recursive: true });
    mkdirSync(draftOf(process.pid));

    const [code] = await once(build(), 'exit');

    assert.equal(code, 0);
    assert.equal(existsSync(join(folder, 'tool', 'v1', 'tool')), true);
    assert.deepEqual([dead, process.pid].map(draftOf).map(existsSync), [false, true]);
  });

  it('is no longer built once the process that wants it was killed', async () => {
    const builder = build({ FOR_EVER: 'yes' });
    const pid = () =>
      existsSync(join(folder, 'pid')) ? Number(readFileSync(join(folder, 'pid'))) : 0;
    assert.ok(await waitUntil(() => pid() !== 0, 20_000));

    builder.kill('SIGKILL');
    await once(builder, 'exit');

    const hasEnded = await waitUntil(() => runningCommand(pid()) === undefined, 10_000);
    if (!hasEnded) signal(pid(), 'SIGKILL');
    assert.equal(hasEnded, true);
  });
});
