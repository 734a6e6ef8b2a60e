import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the workspace, found upwards from the folder that tests run in. */
export function workspaceRoot(from = process.cwd()): string {
  if (existsSync(join(from, 'nx.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('Tests must run inside the workspace.');
  return workspaceRoot(parent);
}
