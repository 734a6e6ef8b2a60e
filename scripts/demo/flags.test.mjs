import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { projectDir } from '../lib/project.mjs';

const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
const COMMANDS = Object.keys(scripts).filter((name) => /^(demo:|ipt:verify|shots)/.test(name));

/** A demonstration as npm calls it. */
function run(name, ...words) {
  const file = join(projectDir, scripts[name].replace('exec node ', ''));
  return spawnSync(process.execPath, [file, ...words], { encoding: 'utf8', timeout: 30_000 });
}

describe('the demonstrations and shots', () => {
  for (const name of COMMANDS) {
    it(`${name} explains itself without a stack`, () => {
      const { status, stdout } = run(name, '--help');

      assert.match(stdout, new RegExp(`^Usage: npm run ${name}`));
      assert.equal(status, 0);
    });

    it(`${name} refuses what it does not know, in one line`, () => {
      const { status, stdout, stderr } = run(name, '--nonsense');

      assert.equal(
        stdout + stderr,
        `Error: Unknown option '--nonsense'. See npm run ${name} -- --help.\n`,
      );
      assert.equal(status, 1);
    });
  }
});
