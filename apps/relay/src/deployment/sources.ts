import { call } from '../sinks/http/http-call.js';
import type { RelayConfig } from '../options/config.js';
import { admissionSource } from '../admission/admission-review.js';
import { alertmanagerSource } from '../sources/alertmanager.js';
import type { HttpSource } from '../sources/http-source.js';
import { jsonSource } from '../sources/json-source.js';
import { vendorSource } from '../sources/vendor.js';
import { VENDORS } from '../sources/vendors/vendors.js';
import type { Templates } from '../templates/templates.js';

/** The senders that post events, by path. */
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
    [config.k8sPaths, admissionSource(config)],
    [config.alertmanagerPaths, alertmanagerSource(config.alertmanagerMode)],
    [config.jsonPaths ?? [], jsonSource(mapping)],
    ...vendorSources(config),
  ];
  return new Map(
    sources.flatMap(([paths, source]) => paths.map((path) => [path, source] as const)),
  );
}

/** Only those that have a path: a schema takes a while to compile. */
const vendorSources = (config: RelayConfig) =>
  VENDORS.flatMap((vendor) => {
    const { [`${vendor.name}Paths` as const]: paths } = config;
    const { [`${vendor.name}Secret` as const]: secret } = config;
    if (paths === undefined) return [];
    const uses = { textOf, snsUrl: config.snsUrl, snsTopics: config.snsTopics ?? [] };
    return [[paths, vendorSource(vendor, secret, uses)] as const];
  });

const TEXT_TIMEOUT_MS = 5000;

async function textOf(url: string): Promise<string> {
  const { status, text } = await call({ url, method: 'GET', timeoutMs: TEXT_TIMEOUT_MS });
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return text;
}
