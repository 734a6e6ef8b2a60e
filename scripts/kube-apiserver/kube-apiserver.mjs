import { join } from 'node:path';

import { goPrograms } from '../services/go.mjs';
import { Unavailable } from '../services/unavailable.mjs';
import { projectDir } from '../lib/project.mjs';

/**
 * Builds the API server of Kubernetes and its etcd for the tests that need real ones, and prints where they are:
 *
 *     export $(node scripts/kube-apiserver/kube-apiserver.mjs)     # KUBE_APISERVER=… ETCD=…
 *
 * Versions are those of kube-apiserver/go.mod. Ends with 69 (EX_UNAVAILABLE) and the reason where there is no Go.
 */
const VERSION = 'v1.32.13';
const [, MAJOR, MINOR] = /^v(\d+)\.(\d+)/.exec(VERSION);
const UNAVAILABLE = 69;

/** What a release's build says of itself: clients and feature gates go by it. */
const stamped = Object.entries({
  gitVersion: VERSION,
  gitMajor: MAJOR,
  gitMinor: MINOR,
  gitTreeState: 'clean',
}).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);

try {
  const { 'kube-apiserver': apiServer, etcd } = await goPrograms({
    source: join(projectDir, 'scripts/kube-apiserver'),
    programs: {
      'kube-apiserver': [
        ...['-ldflags', `-s -w ${stamped.join(' ')}`],
        'k8s.io/kubernetes/cmd/kube-apiserver',
      ],
      etcd: ['-ldflags', '-s -w', 'go.etcd.io/etcd/server/v3'],
    },
    version: VERSION,
    otherwise: 'name programs of your own in KUBE_APISERVER and ETCD',
    packages: join(projectDir, '.data', 'services', 'packages'),
    say: (line) => console.error(line),
  });
  console.log(`KUBE_APISERVER=${apiServer}\nETCD=${etcd}`);
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.error(error.message);
  process.exitCode = UNAVAILABLE;
}
