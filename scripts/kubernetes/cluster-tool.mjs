import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { debianProgram, findOnPath } from '../services/debian.mjs';
import { goProgram } from '../services/go.mjs';
import { Unavailable } from '../services/unavailable.mjs';
import { projectDir } from '../lib/project.mjs';

/**
 * Runs a program that checks manifests or stands beside a service in tests, and brings it where the machine has none:
 *
 *     node scripts/kubernetes/cluster-tool.mjs kustomize k8s/overlays/prod     # as `kubectl kustomize`, which goes first
 *     node scripts/kubernetes/cluster-tool.mjs promtool test rules FILE        # Debian's package `prometheus`
 *     node scripts/kubernetes/cluster-tool.mjs nginx -t -p FOLDER -c FILE
 *     node scripts/kubernetes/cluster-tool.mjs caddy run --config FILE
 *     node scripts/kubernetes/cluster-tool.mjs slapd -d 0 -h URL -f FILE
 *
 * Ends with 69 (EX_UNAVAILABLE) and the reason where it cannot be had.
 */
const UNAVAILABLE = 69;
const packages = join(projectDir, '.data', 'services', 'packages');
const say = (line) => console.error(line);

const [name, ...args] = process.argv.slice(2);

const TOOLS = {
  async kustomize() {
    const kubectl = await findOnPath('kubectl');
    if (kubectl !== undefined) return { command: kubectl, first: ['kustomize'] };
    const installed = await findOnPath('kustomize');
    if (installed !== undefined) return { command: installed, first: ['build'] };
    const command = await goProgram({
      module: 'sigs.k8s.io/kustomize/kustomize/v5',
      version: 'v5.8.0',
      otherwise: 'install kubectl or kustomize',
      packages,
      say,
    });
    return { command, first: ['build'] };
  },

  nginx: () => debianProgram({ program: 'nginx', debianPackage: 'nginx-light', packages, say }),

  caddy: () => debianProgram({ program: 'caddy', debianPackage: 'caddy', packages, say }),

  /** `@ROOT@` in its configuration is where Debian's package lies. */
  async slapd() {
    const wish = { program: 'slapd', debianPackage: 'slapd', packages, say };
    const program = await debianProgram(wish);
    const file = args[args.indexOf('-f') + 1];
    if (args.includes('-f')) {
      const text = readFileSync(file, 'utf8').replaceAll('@ROOT@', program.root ?? '');
      writeFileSync(file, text);
    }
    return program;
  },

  promtool: () =>
    debianProgram({ program: 'promtool', debianPackage: 'prometheus', packages, say }),
};

const bring = Object.hasOwn(TOOLS, name ?? '') ? TOOLS[name] : undefined;
if (bring === undefined) {
  console.error(
    `Usage: node scripts/kubernetes/cluster-tool.mjs ${Object.keys(TOOLS).join('|')} ARGUMENTS`,
  );
  process.exit(2);
}
try {
  const { command, first = [], env = {} } = await bring();
  const { status } = spawnSync(command, [...first, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.error(error.message);
  process.exitCode = UNAVAILABLE;
}
