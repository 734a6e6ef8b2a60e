import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { projectDir } from '../lib/project.mjs';
import { runStack, statusOf } from '../stack/run-stack.mjs';

const MAJORS = [18, 20, 22, 24];
const NOBODY = 65_534;
const isRoot = process.getuid() === 0;
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-nodes-'));
  chmodSync(folder, 0o755);
});
after(() => rmSync(folder, { recursive: true, force: true }));

for (const major of MAJORS) {
  describe(`npm start with Node ${major} as the only one`, () => {
    let bin, clone;

    before(() => {
      bin = pathOf(major);
      clone = join(folder, `clone-${major}`);
      copyTracked(clone);
    });

    const start = (...flags) => {
      const { status, stdout, stderr } = spawnSync('node', ['scripts/start/start.mjs', ...flags], {
        cwd: clone,
        encoding: 'utf8',
        env: { PATH: bin },
      });
      return { status, output: stdout + stderr };
    };

    it('runs that Node', () => {
      const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env: { PATH: bin } });

      assert.match(stdout, new RegExp(`^v${major}\\.`));
    });

    it('explains itself before anything is installed', () => {
      const { status, output } = start('--help');

      assert.equal(status, 0);
      assert.match(output, /--all-pairs/);
    });

    for (const [flags, complaint] of [
      [['--tea'], /^Error: Unknown option '--tea'/],
      [['--only', 'tea'], /^Error: --only: unknown service tea\. Known services: translate/],
      [['--port', '0'], /^Error: --port: "0" is no port/],
      [['--yes'], /^Error: --yes belongs to --reset/],
    ]) {
      it(`refuses ${flags.join(' ')} in one line`, () => {
        const { status, output } = start(...flags);

        assert.equal(status, 1);
        assert.match(output, complaint);
        assert.equal(output.trimEnd().split('\n').length, 1);
      });
    }

    it('has nothing to reset', () => {
      const { status, output } = start('--reset', '--yes');

      assert.equal(status, 0);
      assert.match(output, /^There is nothing to remove/);
    });

    it('says that it needs npm where there is none', () => {
      const { status, output } = start('--only', 'relay');

      assert.equal(status, 1);
      assert.match(output, /Error: npm cannot be run: it comes with Node\./);
    });
  });
}

describe('npm start as a whole', () => {
  it('works with the oldest Node, which only brings the pinned one', async () => {
    const dataDir = join(folder, 'data-of-the-oldest');
    mkdirSync(dataDir);
    const node = join(pathOf(MAJORS[0]), 'node');

    await startAndStop(await runStack(dataDir, { node, flags: ['--only', 'relay'] }));
  });

  const skip = !isRoot && 'only root can become another user; whoever runs this is one already';
  it('works as a user who is not root, with a clone of their own', { skip }, async () => {
    const clone = join(folder, 'clone-of-nobody');
    copyTracked(clone);
    for (const modules of installedModules()) copyModules(modules, clone);
    execFileSync('chown', ['-R', '-h', `${NOBODY}:${NOBODY}`, clone]);
    const user = { uid: NOBODY, gid: NOBODY, cwd: clone, env: { HOME: clone } };

    const flags = ['--only', 'translate,relay'];
    const stack = await runStack(join(clone, '.data'), { flags, projectDir: clone, user });
    await startAndStop(stack);

    const reset = await runStack(join(clone, '.data'), {
      flags: ['--reset', '--yes'],
      projectDir: clone,
      user,
    });
    assert.equal(await reset.ended, 0);
    assert.deepEqual(readdirSync(join(clone, '.data')), ['npm-start.txt']);
  });
});

async function startAndStop(stack) {
  try {
    await stack.isStarted();
    assert.equal(await statusOf(`${stack.urlOf('relay')}/health/ready`), 200);
  } finally {
    assert.equal(await stack.stop(), 0);
  }
}

/** A folder that holds that Node and nothing else. The npm package `node` brings it by its install script. */
function pathOf(major) {
  const bin = join(folder, `bin-${major}`);
  if (existsSync(bin)) return bin;

  const prefix = join(folder, `node-${major}`);
  mkdirSync(prefix);
  const name = `node-${platform()}-${arch()}`;
  const install = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', '--no-audit'];
  execFileSync('npm', [...install, `${name}@${major}`], { stdio: 'pipe' });
  mkdirSync(bin);
  symlinkSync(join(prefix, 'node_modules', name, 'bin', 'node'), join(bin, 'node'));
  return bin;
}

/** The files of this clone as they are now, without what is installed and built. */
function copyTracked(clone) {
  const options = { cwd: projectDir, encoding: 'utf8', maxBuffer: 1 << 26 };
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', listed, options).split('\0')) {
    if (file === '' || !existsSync(join(projectDir, file))) continue;
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(projectDir, file), join(clone, file));
  }
}

function installedModules() {
  const workspaces = ['apps', 'libs/platform', 'libs'].flatMap((parent) =>
    readdirSync(join(projectDir, parent)).map((name) => join(parent, name)),
  );
  const extras = readdirSync(join(projectDir, 'scripts', 'extras')).map((name) =>
    join('scripts/extras', name),
  );
  return ['.', 'e2e', ...workspaces, ...extras]
    .map((place) => join(place, 'node_modules'))
    .filter((modules) => existsSync(join(projectDir, modules)));
}

function copyModules(modules, clone) {
  execFileSync('cp', ['-a', '--reflink=auto', join(projectDir, modules), join(clone, modules)]);
}
