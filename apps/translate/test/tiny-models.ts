import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Marian of 100,000 parameters that knows two dozen words; `fixtures/tiny-marian.py` tells how it was made. */
export const TINY_MARIAN = fileURLToPath(new URL('fixtures/tiny-marian', import.meta.url));

/** A folder of models with it in it, from English to Spanish. */
export function tinyModels(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-onnx-'));
  cpSync(TINY_MARIAN, join(folder, 'en-es'), { recursive: true });
  return folder;
}

/** An M2M-100 with weights by chance, for three languages. */
export const TINY_M2M100 = fileURLToPath(new URL('fixtures/tiny-m2m100', import.meta.url));
