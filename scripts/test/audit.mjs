import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

import { join } from 'node:path';

import { RUN_EXTRAS } from '../lib/extra-names.mjs';
import { projectDir } from '../lib/project.mjs';

const PATIENCE_MS = 60_000;

/**
 * @param {string} json what `npm audit --json` printed
 * @returns {{ isOk: boolean, line: string }} a registry that gives no answer is no reason to fail
 */
export function auditVerdict(json) {
  const counts = parse(json)?.metadata?.vulnerabilities;
  if (counts === undefined)
    return { isOk: true, line: 'The registry does not answer: not audited.' };

  const { moderate = 0, low = 0, high = 0, critical = 0 } = counts;
  const line = `Known vulnerabilities: ${critical} critical, ${high} high, ${moderate + low} lesser.`;
  return { isOk: critical + high === 0, line };
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Of what services run with. @param {string} cwd @returns {Promise<string>} */
function audit(cwd) {
  const child = spawn('npm', ['audit', '--omit=dev', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = [
    projectDir,
    ...RUN_EXTRAS.map((name) => join(projectDir, 'scripts', 'extras', name)),
  ];
  for (const folder of folders) {
    const { isOk, line } = auditVerdict(await audit(folder));
    console.log(line);
    if (isOk) continue;
    console.log(`See: npm audit --omit=dev --prefix ${folder}`);
    process.exitCode = 1;
  }
}
