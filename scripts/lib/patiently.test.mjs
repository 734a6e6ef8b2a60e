import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { keepGoodChainState, restoreChainState } from '../chain/chain-state.mjs';
import { lastLines, startChild } from './children.mjs';
import { patientFile } from './patiently.mjs';

describe('bookkeeping', () => {
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-patiently-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is written later when it cannot be now, and says so once', () => {
    const file = join(folder, 'run.json');
    const [lines, works] = [[], []];
    let [content, isFull] = ['1', true];
    const write = (path, text) => {
      if (isFull) throw new Error('ENOSPC: no space left on device');
      writeFileSync(path, text);
    };
    const tell = (line) => lines.push(line);
    const record = patientFile(file, () => content, { write, tell, later: (w) => works.push(w) });

    record.save();
    content = '2';
    record.save();
    isFull = false;
    works.shift()();

    assert.equal(readFileSync(file, 'utf8'), '2');
    assert.equal(works.length, 0);
    assert.deepEqual(lines, [
      `${file} cannot be written now (ENOSPC: no space left on device); it will be later.`,
      `${file} could be written.`,
    ]);
  });

  it('makes its folder again when somebody has removed it', () => {
    const file = join(folder, 'data', 'run.json');

    patientFile(file, () => '1').save();

    assert.deepEqual(readdirSync(join(folder, 'data')), ['run.json']);
  });

  it('leaves no draft of what could not be written, and nothing after it was stopped', () => {
    const works = [];
    const file = join(folder, 'taken');
    mkdirSync(join(file, 'by-a-folder'), { recursive: true });
    const options = { tell: () => undefined, later: (work) => works.push(work) };
    const record = patientFile(file, () => '1', options);

    record.save();
    assert.deepEqual(readdirSync(folder), ['taken']);

    rmSync(file, { recursive: true });
    record.stop();
    works.shift()();
    assert.equal(existsSync(file), false);
  });

  it('of a program without a log lets the program run', async () => {
    writeFileSync(join(folder, 'file'), '');
    const logFile = join(folder, 'file', 'x.log');

    const child = await startChild({ role: 'app', name: 'x', argv: ['true'], logFile });

    assert.equal(await child.exited, 'exit code 0');
    assert.equal(lastLines(logFile), '');
  });

  it('keeps the log of a program that is started again', async () => {
    const options = { role: 'app', name: 'x', logFile: join(folder, 'x.log') };
    for (const [word, isAgain] of Object.entries({ one: false, two: true })) {
      await (
        await startChild({ ...options, argv: ['echo', word], isAgain })
      ).exited;
    }

    assert.equal(lastLines(options.logFile), '  | one\n  | two');
    assert.equal(lastLines(options.logFile, 1), '  | two');
    assert.equal(
      lastLines(options.logFile, 20, (line) => line !== 'two'),
      '  | one',
    );
    assert.equal(existsSync(join(folder, 'x.previous.log')), false);
  });

  it('puts the last whole state of the chain in the place of half a one', () => {
    const file = join(folder, 'state.json');
    writeFileSync(file, '{"block": 1}');
    assert.equal(keepGoodChainState(folder), true);
    writeFileSync(file, '{"block": 2, "acc');
    assert.equal(keepGoodChainState(folder), false);

    restoreChainState(folder);

    assert.equal(readFileSync(file, 'utf8'), '{"block": 1}');
    assert.deepEqual(readdirSync(folder).sort(), [
      'state.broken.json',
      'state.good.json',
      'state.json',
    ]);
  });
});
