import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Runs a `main` in a process of its own, with the words `one` and `two`. */
function run(main) {
  const modules = ['run-main', 'project'].map((name) => new URL(`${name}.mjs`, import.meta.url));
  const text = `
    import { runMain } from ${JSON.stringify(modules[0])};
    import { StartError } from ${JSON.stringify(modules[1])};
    await runMain(${main});`;
  const options = { encoding: 'utf8' };
  const args = ['--input-type=module', '-e', text, 'script.mjs', 'one', 'two'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, stdout, stderr };
}

describe('the main function of a script', () => {
  it('gets the words of the command line, and its number is the exit code', () => {
    assert.deepEqual(run('async (words) => console.log(words.join(" ")) ?? 3'), {
      status: 3,
      stdout: 'one two\n',
      stderr: '',
    });
  });

  it('ends with 1 and one line for what the user can mend', () => {
    const { status, stdout, stderr } = run('async () => { throw new StartError("Mend it.") }');

    assert.deepEqual([status, stdout, stderr], [1, 'Error: Mend it.\n', '']);
  });

  it('ends with 1 and one line for what the system refuses', () => {
    const main = 'async () => process.getBuiltinModule("fs").readdirSync("/nowhere/x")';

    const { status, stdout, stderr } = run(main);

    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, /^Error: ENOENT: no such file or directory, scandir '\/nowhere\/x'\n$/);
  });

  it('ends with 1 and a stack for anything else', () => {
    const { status, stderr } = run('async () => { throw new TypeError("a fault") }');

    assert.equal(status, 1);
    assert.match(stderr, /TypeError: a fault\n +at /);
  });
});
