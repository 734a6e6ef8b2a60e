import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findOnPath } from './debian.mjs';
import { Unavailable } from './unavailable.mjs';

const run = promisify(execFile);
const hint = 'set JAVA_HOME or install it (Debian: apt-get install default-jdk-headless)';

/**
 * The Java of `JAVA_HOME` or of the PATH.
 * @param {{ compiler?: boolean }} [need] `compiler`: a JDK, not only a runtime
 * @returns {Promise<{ java: string, version: string }>}
 * @throws {Unavailable} where there is none, or none of version 17 or newer
 */
export async function findJava({ compiler = false } = {}) {
  const home = process.env.JAVA_HOME;
  const java = home ? join(home, 'bin/java') : await findOnPath('java');
  if (!java) throw new Unavailable(`needs Java 17 or newer: ${hint}`);

  const { stderr } = await run(java, ['-version']).catch((error) => {
    throw new Unavailable(`${java} does not run: ${error.message.split('\n')[0]}`);
  });
  const version = /version "([^"]+)"/.exec(stderr)?.[1] ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= 17)) {
    throw new Unavailable(`needs Java 17 or newer, ${java} is ${version}: ${hint}`);
  }
  if (compiler) await requireCompiler(java);
  return { java, version };
}

async function requireCompiler(java) {
  const { stdout } = await run(java, ['--list-modules']);
  if (stdout.includes('jdk.compiler@')) return;
  throw new Unavailable(`needs a JDK, ${java} is a runtime only: ${hint}`);
}
