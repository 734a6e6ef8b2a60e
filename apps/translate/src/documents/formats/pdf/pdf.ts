import type { DocumentFormat } from '../document-format.js';

/**
 * PDF with a text layer: pages, pictures and lines stay; words are taken out where they stand and written there anew, in an
 * embedded font.
 *
 * @see ISO 32000-2
 */
export const PDF: DocumentFormat = {
  name: 'PDF',
  extensions: ['pdf'],
  mediaType: 'application/pdf',
  async open(bytes) {
    // What reads PDF takes longer to load than most other documents to read.
    const { openPdf } = await import('./open-pdf.js');
    return openPdf(bytes);
  },
};
