import { readFile } from 'node:fs/promises';
import { textOfFile } from '@sextant/platform-runtime/config';

/** Where a secret is: a file of the operator's holds no secret itself. */
export interface SecretReference {
  readonly env?: string;
  readonly file?: string;
}

const FEWEST_CHARACTERS = 16;

/**
 * @param what whose secret it is, for the error
 * @throws {RangeError} for a reference that leads nowhere, or to less than 16 characters
 */
export async function secretAt(
  { env: name, file }: SecretReference,
  what: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if ((name === undefined) === (file === undefined)) {
    throw new RangeError(`${what}: one of env and file is needed, and only one.`);
  }
  const secret = file === undefined ? env[name ?? ''] : await contentOf(file, what);
  if (secret === undefined || secret === '') {
    throw new RangeError(`${what}: the environment has no ${name ?? ''}.`);
  }
  if (secret.length >= FEWEST_CHARACTERS) return secret;
  throw new RangeError(`${what}: a secret has at least ${FEWEST_CHARACTERS} characters.`);
}

async function contentOf(file: string, what: string): Promise<string> {
  try {
    return textOfFile(await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new RangeError(`${what}: ${file} cannot be read.`, { cause });
  }
}
