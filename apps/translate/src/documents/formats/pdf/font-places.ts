import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { FontPlaces } from '@sextant/platform-pdf-fonts';

/** What the service gives to the thread of a document. Elsewhere, as in tests, fonts are installed. */
export function fontPlaces(): FontPlaces {
  const { fonts } = (workerData ?? {}) as { readonly fonts?: FontPlaces };
  return (
    fonts ?? {
      fontsDir: join(tmpdir(), 'sextant-fonts'),
      fontsRegistry: 'https://registry.npmjs.org',
    }
  );
}
