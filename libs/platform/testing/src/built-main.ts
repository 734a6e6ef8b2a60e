import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFile } from '@sextant/platform-runtime/config';
import { workspaceRoot } from './workspace-root.js';

/**
 * What was built of an app and is started on its own: the bundle, as `npm start` and images run it, which starts in a part
 * of the time. Where the app was built after that and not bundled, its compiled modules.
 *
 * @param entry of its `bundle.json`
 */
export function builtMain(app: string, entry = 'main'): string {
  const source = pathToFileURL(join(workspaceRoot(), 'apps', app, 'src/main.ts')).href;
  return fileURLToPath(builtFile(source, `./${entry}.js`));
}

/** What a young generation of V8 begins with is 1 MiB, which a service that starts fills twenty times. */
const YOUNG = '--min-semi-space-size=8';

/** What Node is given to start what was built of an app: it takes a sixth less of the processor until it listens. */
export const startOf = (app: string, entry = 'main'): readonly string[] => [
  YOUNG,
  builtMain(app, entry),
];
