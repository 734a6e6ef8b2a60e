import { workspaceRoot } from '@sextant/platform-testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

interface IngressPath {
  readonly path: string;
  readonly pathType: 'Prefix' | 'Exact';
  readonly backend: { readonly service: { readonly name: string } };
}

interface Ingress {
  readonly spec: {
    readonly rules: readonly { readonly http: { readonly paths: IngressPath[] } }[];
  };
}

const file = join(workspaceRoot(), 'k8s', 'base', 'ingress.yaml');
const ingresses = parseAllDocuments(readFileSync(file, 'utf8')).map(
  (document) => document.toJS() as Ingress,
);

/** Longest first: "precedence will be given first to the longest matching path". */
const paths = ingresses
  .flatMap(({ spec }) => spec.rules)
  .flatMap(({ http }) => http.paths)
  .sort((one, other) => other.path.length - one.path.length);

const METADATA = '/.well-known/oauth-protected-resource';

/** Where the metadata of a service's resources is (RFC 9728), and the path of each resource. */
export const resourcesOf = (app: string): { readonly place: string; readonly path: string }[] =>
  paths
    .filter(({ path, backend }) => path.startsWith(METADATA) && backend.service.name === app)
    .map(({ path }) => ({ place: path, path: path.slice(METADATA.length) }));

/** The service that the Ingress has for a path; `undefined` where it has none. */
export const serviceOf = (requested: string): string | undefined =>
  paths.find(({ path, pathType }) =>
    pathType === 'Exact'
      ? requested === path
      : requested === path || requested.startsWith(path === '/' ? path : `${path}/`),
  )?.backend.service.name;

/** All paths of the Ingresses. */
export const ingressPaths = (): string[] => paths.map(({ path }) => path);
