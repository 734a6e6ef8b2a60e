import { statSync } from 'node:fs';

/** A module's place below the last `src` of its address. */
const SOURCE = /\/src\/(?!.*\/src\/)/;

/**
 * The file of a program or a thread as it is built, in tests too: Node can run TypeScript, but not TypeScript that
 * imports TypeScript. Where there is a bundle that is as new as the compiled modules, it is the bundle's, which starts in a part of
 * the time.
 *
 * @param moduleUrl `import.meta.url` of a module in a package's `src`, or of its built form
 * @param path from there, of a `.js` file
 */
export function builtFile(moduleUrl: string, path: string): URL {
  if (!moduleUrl.endsWith('.ts')) return new URL(path, moduleUrl);
  const [bundled, compiled] = ['/bundle/', '/dist/'].map(
    (folder) => new URL(path, moduleUrl.replace(SOURCE, folder)),
  ) as [URL, URL];
  const bundledMs = writtenMs(bundled);
  return bundledMs !== undefined && bundledMs >= (writtenMs(compiled) ?? 0) ? bundled : compiled;
}

const writtenMs = (file: URL): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs;
