import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** All that axe finds. @param where as axe takes it, in JavaScript */
export async function violationsOf(
  page: Page,
  where = 'document',
): Promise<AxeResults['violations']> {
  // The policy of the page lets no script in; the browser's own protocol may.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${where}, { resultTypes: ['violations'] })`,
  );
  return violations;
}

/** What axe finds that is more than a minor matter. */
export async function findingsOf(page: Page): Promise<readonly string[]> {
  // What is read aloud for a moment may name what is gone by now.
  const violations = await violationsOf(page, `{ exclude: [['[data-live-announcer]']] }`);
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
