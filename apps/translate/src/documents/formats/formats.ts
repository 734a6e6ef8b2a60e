import { FILE_ERRORS } from './file-errors.js';
import type { DocumentFormat } from './document-format.js';
import { EPUB } from './epub.js';
import { GETTEXT } from './gettext.js';
import { JSON_FORMATS } from './json.js';
import { MARKDOWN } from './markdown.js';
import { OFFICE_FORMATS } from './office/office.js';
import { OPEN_DOCUMENT } from './open-document.js';
import { PDF } from './pdf/pdf.js';
import { PLAIN_FORMATS } from './plain-formats.js';
import { RESOURCE_FORMATS } from './resources.js';
import { XLIFF } from './xliff/xliff.js';

export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  ...PLAIN_FORMATS,
  ...OFFICE_FORMATS,
  OPEN_DOCUMENT,
  EPUB,
  PDF,
  XLIFF,
  MARKDOWN,
  GETTEXT,
  ...JSON_FORMATS,
  ...RESOURCE_FORMATS,
];

/** Lower case, without the dot; empty where there is none. */
export const extensionOf = (filename: string): string =>
  /\.([^.\\/]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** @throws {Problem} `document_extension`, which names those that there are */
export function formatOf(filename: string): DocumentFormat {
  const extension = extensionOf(filename);
  const found = DOCUMENT_FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (found !== undefined) return found;
  const known = DOCUMENT_FORMATS.flatMap(({ extensions }) => extensions).join(', ');
  throw FILE_ERRORS.extensionUnsupported({
    message: `Unsupported file extension '${extension}'. Supported are ${known}.`,
  });
}
