import { afterAll, beforeAll, describe } from '@jest/globals';
import type { StartedPages } from '../../started-pages.js';
import { accessCases } from './translate/access.js';
import { collectionCases } from './translate/collections.js';
import { correctionCases } from './translate/corrections.js';
import { documentOptionCases } from './translate/document-options.js';
import { documentCases } from './translate/documents.js';
import { textCases } from './translate/texts.js';
import { openTranslate, type TranslatePage } from './translate/translate-page.js';
import { writingCases } from './translate/writing.js';

/** The jobs of the page, done by an administrator at the real services. */
export const describeTranslate = (uses: () => StartedPages): void =>
  describe('the page of translate', () => {
    let translate: TranslatePage;

    beforeAll(async () => {
      translate = await openTranslate(uses());
    });
    afterAll(() => translate.watched.close());

    for (const cases of [
      ...[textCases, documentCases, correctionCases, documentOptionCases],
      ...[writingCases, collectionCases, accessCases],
    ]) {
      cases(() => translate);
    }
  });
