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

/** What axe finds that is more than a minor matter. */
export async function findingsOf(page: Page): Promise<readonly string[]> {
  // The policy of the page lets no script in; the browser's own protocol may.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    // What is read aloud for a moment may name what is gone by now.
    `axe.run({ exclude: [['[data-live-announcer]']] }, { resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
