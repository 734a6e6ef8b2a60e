import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseAllDocuments } from 'yaml';

import { projectDir } from '../lib/project.mjs';

/** @typedef {{ path: string, isExact: boolean, service: string }} Route */

/** @returns {Route[]} the routes of the cluster's Ingresses */
export const readIngressRoutes = () =>
  parseRoutes(readFileSync(join(projectDir, 'k8s', 'base', 'ingress.yaml'), 'utf8'));

/**
 * @param {string} ingressYaml
 * @returns {Route[]} in the order of precedence: the longest path first, of two equal ones the exact
 */
export function parseRoutes(ingressYaml) {
  const paths = parseAllDocuments(ingressYaml)
    .flatMap((document) => document.toJS().spec.rules)
    .flatMap(({ http }) => http.paths);

  return paths
    .map(({ path, pathType, backend }) => ({
      path: path.length > 1 ? path.replace(/\/+$/, '') : path,
      isExact: pathType === 'Exact',
      service: backend.service.name,
    }))
    .sort((a, b) => b.path.length - a.path.length || Number(b.isExact) - Number(a.isExact));
}

/**
 * Finds the service of a request.
 *
 * @param {Route[]} routes as `parseRoutes` orders them
 * @param {string} requestUrl path with query
 * @returns {string | undefined}
 * @see https://kubernetes.io/docs/concepts/services-networking/ingress/#path-types
 */
export function findService(routes, requestUrl) {
  const [path] = requestUrl.split(/[?#]/, 1);
  return routes.find((route) => matches(route, path))?.service;
}

/** "Matching is done on a path element by element basis": `/v2` matches `/v2/usage`, not `/v2x`. */
function matches({ path, isExact }, requestPath) {
  if (requestPath === path) return true;
  return !isExact && requestPath.startsWith(path === '/' ? path : `${path}/`);
}
