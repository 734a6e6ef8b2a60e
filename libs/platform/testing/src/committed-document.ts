import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inPlace } from './in-place.js';
import { workspaceRoot } from './workspace-root.js';

/** A generated document as it is and as it was committed. */
export interface DocumentPair {
  readonly generated: unknown;
  readonly committed: unknown;
}

/**
 * Reads a committed document beside the generated one, so that a test can compare them. With
 * UPDATE_DOCS=1 in the environment the generated one is written first: what is the same stays where it is.
 *
 * @param path from the workspace's folder, such as `docs/api/openapi/translate.json`
 */
export function committedDocument(path: string, generated: object): DocumentPair {
  const file = join(workspaceRoot(), path);
  if (process.env['UPDATE_DOCS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    const document = inPlace(JSON.parse(JSON.stringify(generated)), read(file));
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
  const committed = read(file);
  return { generated: JSON.parse(JSON.stringify(generated)) as unknown, committed };
}

const read = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
