import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { APPS } from './app-process.js';
import { ingressPaths } from './ingress.js';

export const INBOX = '/inbox';
export const TRANSLATE = '/translate';
export const STUDIO = '/speech/studio';
export const CONSOLE = '/relay/console';
export const IPT = '/ipt';

/** Every page that the gateway serves; each one's job is done in a browser by the stack's tests. */
export const PAGES = [
  '/',
  INBOX,
  `${INBOX}/operations`,
  TRANSLATE,
  STUDIO,
  CONSOLE,
  IPT,
  '/graphql',
  '/oauth/errors',
  '/oauth/device',
  '/oidc/logout',
  '/oidc/logout/success',
  '/session/iframe',
  '/account/forgot',
  '/account/mails',
  '/admin/console',
  ...APPS.map((app) => `/docs/${app}`),
];

/** Every address that answers with HTML: those of the Ingress, the documents and the code, and what they link. */
export async function pagesOf(origin: string): Promise<string[]> {
  const documented = await Promise.all(APPS.map((app) => documentedPaths(origin, app)));
  const waiting = new Set([
    ...ingressPaths(),
    ...namedPaths(),
    ...documented.flat(),
    ...(await advertisedPaths(origin)),
  ]);
  const found: string[] = [];
  for (const path of waiting) {
    const html = await htmlOf(origin + path);
    if (html === undefined) continue;
    found.push(path);
    for (const [, href = ''] of html.matchAll(/(?:href|action)="(\/[^"#?]*)"/g)) waiting.add(href);
  }
  return found;
}

async function htmlOf(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const text = await answer.text();
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') === true;
  return answer.ok && isHtml ? text : undefined;
}

/** Every text in the services' code that could be an address; the engine of auth-server adds `/success`. */
function namedPaths(): string[] {
  const files = globSync('apps/*/src/**/*.ts', { cwd: workspaceRoot() });
  const named = files.flatMap((file) => {
    const source = readFileSync(join(workspaceRoot(), file), 'utf8');
    return [...source.matchAll(/'(\/[a-z0-9./-]+)'/g)].map(([, path = '']) => path);
  });
  return named.flatMap((path) => (path.startsWith('/oidc/') ? [path, `${path}/success`] : [path]));
}

/** What auth-server's metadata names. */
async function advertisedPaths(origin: string): Promise<string[]> {
  const metadata = await fetch(`${origin}/.well-known/openid-configuration`);
  return Object.values((await metadata.json()) as object).flatMap((value: unknown) =>
    typeof value === 'string' && value.startsWith(`${origin}/`) ? [value.slice(origin.length)] : [],
  );
}

async function documentedPaths(origin: string, app: string): Promise<string[]> {
  const response = await fetch(`${origin}/docs/${app}/openapi.json`);
  const { paths } = (await response.json()) as { readonly paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !path.includes('{'))
    .map(([path]) => path);
}
