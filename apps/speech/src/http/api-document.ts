import type { ApiDocsOptions } from '@sextant/platform-http';
import { VERSION } from './version.js';

/** The document of the API, and its page. */
export const API_DOCUMENT: ApiDocsOptions = {
  title: 'Sextant speech',
  description: 'Speech synthesis, voices, and cloning with spoken consent.',
  version: VERSION,
  follows: { name: "Speechify's API", version: '2026-09-13' },
  describe: (builder) => builder.addBearerAuth(),
};
