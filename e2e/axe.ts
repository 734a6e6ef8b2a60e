import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** All that axe finds. @param where as axe takes it, in JavaScript */
export async function violationsOf(page: Page, where = 'document'): Promise<readonly Violation[]> {
  // The policy of the page lets no script in; the browser's own protocol may, once for each document.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  // What axe has looked at is a hundred times as much as what it found.
  return page.evaluate<readonly Violation[]>(
    `axe.run(${where}, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
}

/** What axe finds that is more than a minor matter. */
export async function findingsOf(page: Page): Promise<readonly string[]> {
  // What is read aloud for a moment may name what is gone by now.
  const violations = await violationsOf(page, `{ exclude: [['[data-live-announcer]']] }`);
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
