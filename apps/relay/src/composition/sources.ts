import type { RelayConfig } from '../config.js';
import { admissionSource } from '../domain/sources/admission-review.js';
import { alertmanagerSource } from '../domain/sources/alertmanager.js';
import type { HttpSource } from '../domain/sources/http-source.js';
import { jsonSource } from '../domain/sources/json-source.js';
import type { Templates } from './templates.js';

/** The senders that post JSON, by path. A further one is one more line here. */
export function buildSources(
  config: RelayConfig,
  templates: Templates,
): ReadonlyMap<string, HttpSource> {
  const map = templates.optional({
    option: 'http-json-template',
    names: ['json-event'],
    value: config.jsonTemplate,
  });
  const mapping =
    map === undefined ? undefined : (body: unknown, channel: string) => map({ body, channel });
  const sources: readonly (readonly [readonly string[], HttpSource])[] = [
    [config.k8sPaths, admissionSource({ values: config.redact, commands: config.redactCommands })],
    [config.alertmanagerPaths, alertmanagerSource(config.alertmanagerMode)],
    [config.jsonPaths ?? [], jsonSource(mapping)],
  ];
  return new Map(
    sources.flatMap(([paths, source]) => paths.map((path) => [path, source] as const)),
  );
}
