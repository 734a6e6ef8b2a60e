import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';

/** What a browser reads before a page of the product shows itself, packed as it is sent. */
const MOST_BYTES = 200_000;

const PAGES = [
  'auth-server/index.html',
  'auth-server/console.html',
  'ipt-graphql/index.html',
  'notifications/index.html',
  'relay/index.html',
  'speech/index.html',
  'translate/index.html',
];

/** Not pages of the product: the frame that renews a session, and the editor of queries, which is opened from a page. */
const OTHERS = /renewed\.html$|graphiql\.html$/;

const folderOf = (app: string) => join(workspaceRoot(), 'apps', app, 'web/dist');

/** The document, its scripts and styles, and what these import at once. */
function filesOf(page: string): readonly string[] {
  const [app = '', name = ''] = page.split('/');
  const built = globSync('**/*.{js,css}', { cwd: folderOf(app) });
  const found = new Set<string>();
  const add = (address: string) => {
    const file = built.find((one) => address.endsWith(`/${one}`) || address.endsWith(one));
    if (file === undefined) throw new Error(`${page} names ${address}, which was not built`);
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith('.js')) return;
    const code = readFileSync(join(folderOf(app), file), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) {
      add(join(dirname(file), imported));
    }
  };
  const html = readFileSync(join(folderOf(app), name), 'utf8');
  for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) add(address);
  return [name, ...found].map((file) => join(folderOf(app), file));
}

const packed = (file: string) => gzipSync(readFileSync(file)).length;

describe('the first view of a page', () => {
  it('is one of those that are measured', () => {
    const built = globSync('*/web/dist/**/*.html', { cwd: join(workspaceRoot(), 'apps') })
      .map((file) => relative('', file.replace('/web/dist', '')))
      .filter((file) => !OTHERS.test(file));

    expect(built.toSorted()).toEqual(PAGES.toSorted());
  });

  it.each(PAGES)(`of %s takes at most ${MOST_BYTES} bytes`, (page) => {
    const files = filesOf(page);

    expect(files.length).toBeGreaterThan(2);
    expect(files.map(packed).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(
      MOST_BYTES,
    );
  });
});
