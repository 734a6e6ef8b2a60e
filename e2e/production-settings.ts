import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadConfig } from '@sextant/platform-runtime/config';
import { workspaceRoot } from '@sextant/platform-testing';

type Settings = Parameters<typeof loadConfig>[0];

/** What a service that is built says of these variables before it starts; nothing where it takes them. */
export async function refusalOf(
  app: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const cwd = join(workspaceRoot(), 'apps', app);
  const [file, ...others] = globSync('dist/{,options/}config.js', { cwd });
  if (file === undefined || others.length > 0) throw new Error(`${app} has not one config.js.`);
  const { settings } = (await import(pathToFileURL(join(cwd, file)).href)) as {
    readonly settings: Settings;
  };
  try {
    loadConfig(settings, { argv: [], env });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}
