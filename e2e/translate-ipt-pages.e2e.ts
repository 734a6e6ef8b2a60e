import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { hasBrowser } from '@sextant/platform-testing/browser';
import { describeIpt } from './test/pages/ipt.js';
import { describeTranslate } from './test/pages/translate.js';
import { withLanguageTool } from './test/pages/translate/language-tool.js';
import { startPages, type StartedPages } from './started-pages.js';

jest.setTimeout(300_000);

(hasBrowser ? describe : describe.skip)('two pages of one stack (needs CHROMIUM)', () => {
  let pages: StartedPages;

  beforeAll(async () => {
    pages = await startPages({
      only: ['auth-server', 'translate', 'ipt-graphql'],
      prepare: withLanguageTool,
    });
  });
  afterAll(() => pages.close());

  describeTranslate(() => pages);
  describeIpt(() => pages);
});
