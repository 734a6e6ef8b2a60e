import { afterAll, beforeAll, describe } from '@jest/globals';
import type { StartedPages } from '../../started-pages.js';
import { accessCases } from './ipt/access.js';
import { openIpt, type IptPage } from './ipt/ipt-page.js';
import { mintingCases } from './ipt/minting.js';
import { resumingCases } from './ipt/resuming.js';
import { tokenCases } from './ipt/tokens.js';

/** The jobs of the page, done by a person with a wallet at the real services and the local chain. */
export const describeIpt = (uses: () => StartedPages): void =>
  describe('the page of ipt-graphql', () => {
    let ipt: IptPage;

    beforeAll(async () => {
      ipt = await openIpt(uses());
    });
    afterAll(() => ipt.watched.close());

    for (const cases of [mintingCases, tokenCases, resumingCases, accessCases]) cases(() => ipt);
  });
