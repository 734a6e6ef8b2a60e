import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and Ubuntu have the library of softhsm2. */
export const SOFTHSM_MODULE = '/usr/lib/softhsm/libsofthsm2.so';

/** Whether softhsm2 is installed: the library, and the program that makes tokens. */
export const hasSoftHsm = () =>
  existsSync(SOFTHSM_MODULE) && spawnSync('softhsm2-util', ['--version']).status === 0;

/**
 * Tokens of SoftHSM in a folder, nobody else's, with keys that are put there.
 *
 * @param {string} folder
 * @param {{ tokens: readonly string[], pin: string }} options the labels, and the PIN of each one's user
 */
export function softHsm(folder, { tokens, pin }) {
  const tokenFolder = join(folder, 'tokens');
  mkdirSync(tokenFolder);
  const configuration = join(folder, 'softhsm2.conf');
  writeFileSync(configuration, `directories.tokendir = ${tokenFolder}\n`);
  const env = { ...process.env, SOFTHSM2_CONF: configuration };
  const util = (...words) => execFileSync('softhsm2-util', words, { env, stdio: 'pipe' });
  for (const token of tokens) {
    util('--init-token', '--free', '--label', token, '--pin', pin, '--so-pin', '000000');
  }
  const [first] = tokens;
  let count = 0;
  /** Imports a private key (PKCS #8) into the first token; its file is gone then. */
  const put = (label, pem) => {
    count += 1;
    const file = join(folder, `${label}.pem`);
    writeFileSync(file, pem, { mode: 0o600 });
    const id = String(count).padStart(2, '0');
    util('--import', file, '--token', first, '--label', label, '--id', id, '--pin', pin);
    rmSync(file);
  };
  return { configuration, put };
}
