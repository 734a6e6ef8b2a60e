import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const APPS = ['translate', 'auth-server', 'notifications', 'speech', 'ipt-graphql', 'relay'];

describe.each(APPS)('the README of %s', (app) => {
  it('lists exactly the options that --help lists', () => {
    const folder = join(workspaceRoot(), 'apps', app);
    const help = execFileSync(process.execPath, [join(folder, 'dist', 'main.js'), '--help']);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');

    const inHelp = [...help.toString().matchAll(/--([a-z0-9-]+) \(([A-Z0-9_]+)\)/g)];
    const inReadme = [...readme.matchAll(/^\| `([A-Z0-9_]+)`\s*\| `--([a-z0-9-]+)`/gm)];

    expect(inReadme.map(([, env, flag]) => `${flag} ${env}`).sort()).toEqual(
      inHelp.map(([, flag, env]) => `${flag} ${env}`).sort(),
    );
  });
});
