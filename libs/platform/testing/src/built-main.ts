import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.js';

/**
 * What was built of an app and is started on its own: the bundle, as `npm start` and images run it, which starts in a part
 * of the time. Where the app was built after that and not bundled, its compiled modules.
 *
 * @param entry of its `bundle.json`
 */
export function builtMain(app: string, entry = 'main'): string {
  const [compiled, bundled] = ['dist', 'bundle'].map((folder) =>
    join(workspaceRoot(), 'apps', app, folder, `${entry}.js`),
  ) as [string, string];
  return existsSync(bundled) && builtAt(bundled) >= builtAt(compiled) ? bundled : compiled;
}

const builtAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
