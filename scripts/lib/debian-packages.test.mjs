import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { apertiumPackages, installDebianPackages } from './debian-packages.mjs';

/**
 * A machine that is nothing but a PATH: programs, modes, and the tools of Debian as scripts that
 * write down how they are called. "Installing" cg3 brings cg-proc, as Debian's package does.
 */
describe('Debian packages', () => {
  const { PATH } = process.env;
  let folder, bin, modesDir, said;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-debian-'));
    bin = join(folder, 'bin');
    modesDir = join(folder, 'modes');
    for (const dir of [bin, modesDir]) mkdirSync(dir);
    said = [];
    process.env.PATH = bin;
  });
  afterEach(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });

  const program = (name, script = '') => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const mode = (name, text) => writeFileSync(join(modesDir, `${name}.mode`), text);
  const debian = () => {
    program('dpkg-query', 'echo "apertium installed"; echo "apertium-spa-cat installed"');
    program('apt-cache', 'echo apertium-spa-cat; echo cg3; echo apertium-lex-tools');
    program(
      'apt-get',
      `echo "$@" >> ${folder}/apt.log
case "$*" in
  *install*cg3*) echo > ${bin}/cg-proc; /bin/chmod 755 ${bin}/cg-proc ;;
esac`,
    );
  };
  const installs = () =>
    readFileSync(join(folder, 'apt.log'), 'utf8').match(/(?<=--no-install-recommends ).*/g) ?? [];
  const install = (wanted, options) =>
    installDebianPackages(wanted, {
      isDebian: true,
      isRoot: true,
      modesDir,
      tell: (line) => said.push(line),
      ...options,
    });

  it('are those of the four default pairs, or every pair with --all-pairs', () => {
    assert.deepEqual(apertiumPackages(false), [
      'apertium',
      'cg3',
      'apertium-eng-spa',
      'apertium-es-pt',
      'apertium-spa-cat',
      'apertium-fr-es',
    ]);
    assert.equal(new Set(apertiumPackages(true)).size, 48);
  });

  it('that bring the programs which installed modes name are installed as well', async () => {
    debian();
    program('lt-proc');
    mode('spa-cat', "lt-proc '/usr/share/a|b.bin' | cg-proc '/usr/share/rlx.bin' | lt-proc $1 x");

    await install(['apertium', 'apertium-spa-cat']);

    assert.deepEqual(installs(), ['cg3']);
  });

  it('are left alone when every program of the modes is there', async () => {
    debian();
    for (const name of ['lt-proc', 'cg-proc']) program(name);
    mode('spa-cat', "lt-proc 'a' | cg-proc 'b'");

    await install(['apertium', 'apertium-spa-cat']);

    assert.throws(installs, { code: 'ENOENT' });
    assert.deepEqual(said, []);
  });

  it('are passed over when nobody knows which one brings a program', async () => {
    debian();
    mode('eo-en-bytecode', "lt-proc-j 'a'");

    await install(['apertium', 'apertium-spa-cat']);

    assert.throws(installs, { code: 'ENOENT' });
  });

  it('are listed for the user to install where there is no dpkg-query', async () => {
    await install(['apertium', 'apertium-es-pt']);

    assert.deepEqual(said, [
      'Engines: this system has no dpkg-query, so what is installed is not known. ' +
        'translate needs: apertium apertium-es-pt',
    ]);
  });

  for (const tool of ['apt-get', 'apt-cache']) {
    it(`are named with their command where there is no ${tool}; the start goes on`, async () => {
      debian();
      rmSync(join(bin, tool));

      await install(['apertium', 'apertium-es-pt']);

      assert.deepEqual(said.slice(1), [
        `Engines: ${tool} is not there; going on without. ` +
          'By hand: apt-get install -y --no-install-recommends apertium-es-pt',
      ]);
    });
  }

  it('that apt cannot install are told with its complaint; the start goes on', async () => {
    debian();
    program('apt-get', 'case "$*" in *install*) echo "E: no space" >&2; exit 100 ;; esac');

    await install(['apertium', 'apertium-spa-cat', 'cg3']);

    assert.match(said.at(-1), /^apt-get failed; going on without\. By hand: .* cg3\nE: no space$/);
  });

  it('are named with their command for who is not root', async () => {
    debian();
    mode('spa-cat', "cg-proc 'b'");

    await install(['apertium', 'apertium-es-pt'], { isRoot: false });

    assert.deepEqual(said, [
      'Engines: 2 Debian packages are missing. Run: ' +
        'sudo apt-get install -y --no-install-recommends apertium-es-pt cg3',
    ]);
  });
});
