import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';

const CODE = `
  import { loadConfig } from '@sextant/platform-runtime/config';
  const { settings } = await import(process.argv[1]);
  loadConfig(settings, { argv: [], env: process.env });`;

/** What a service that is built says of these variables before it starts; nothing where it takes them. */
export function refusalOf(app: string, env: Readonly<Record<string, string>>): string {
  const cwd = join(workspaceRoot(), 'apps', app);
  const [file, ...others] = globSync('dist/{,options/}config.js', { cwd });
  if (file === undefined || others.length > 0) throw new Error(`${app} has not one config.js.`);
  const words = ['--input-type=module', '-e', CODE, join(cwd, file)];
  const variables = { ...env, PATH: process.env['PATH'] };
  const { stderr, status } = spawnSync(process.execPath, words, {
    cwd,
    env: variables,
    encoding: 'utf8',
  });
  if (status === 0) return '';
  return /is not valid:\n([^]*?)\n\s+at /.exec(stderr)?.[1] ?? stderr;
}
