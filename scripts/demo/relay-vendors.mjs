import { createHmac } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { projectDir } from '../lib/project.mjs';

const KEY = 'key-of-the-demonstration';

/** The vendors' own examples, as the built relay documents them. */
export async function loadVendors() {
  const file = join(projectDir, 'apps/relay/dist/sources/vendors/vendors.js');
  const { VENDORS } = await import(pathToFileURL(file).href);
  return VENDORS;
}

/** @returns {Record<string, string>} a path and a secret for each */
export const vendorOptions = (vendors) =>
  Object.fromEntries(
    vendors.flatMap(({ name }) => [
      [`EVENTS_HTTP_${name.toUpperCase()}_URL`, `/relay/${name}`],
      [`EVENTS_HTTP_${name.toUpperCase()}_SECRET`, KEY],
    ]),
  );

/** Posts what each vendor documents, signed as it signs. @throws {Error} when one is refused */
export async function postExamples(vendors, url) {
  for (const { name, example, exampleHeaders = {} } of vendors) {
    const body = JSON.stringify(example);
    const headers = {
      'content-type': 'application/json',
      ...exampleHeaders,
      ...credentials(name, body),
    };
    const answer = await fetch(`${url}/relay/${name}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  }
}

function credentials(name, body) {
  const mac = createHmac('sha256', KEY).update(body).digest('hex');
  switch (name) {
    case 'github':
      return { 'x-hub-signature-256': `sha256=${mac}` };
    case 'sentry':
      return { 'sentry-hook-signature': mac };
    case 'grafana':
      return { 'x-grafana-alerting-signature': mac };
    case 'gitlab':
      return { 'x-gitlab-token': KEY };
    case 'cloudflare':
      return { 'cf-webhook-auth': KEY };
    default:
      return { authorization: `Bearer ${KEY}` };
  }
}
