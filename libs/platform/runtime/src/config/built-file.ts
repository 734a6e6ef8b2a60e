/**
 * The file of a program or a thread as it is built, in tests too: Node can run TypeScript, but not TypeScript that
 * imports TypeScript.
 *
 * @param moduleUrl `import.meta.url` of a module in a package's `src`, or of its built form
 * @param path from there, of a `.js` file
 */
export function builtFile(moduleUrl: string, path: string): URL {
  if (!moduleUrl.endsWith('.ts')) return new URL(path, moduleUrl);
  return new URL(path, moduleUrl.replace(/\/src\/(?!.*\/src\/)/, '/dist/'));
}
