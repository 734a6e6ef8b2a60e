import { FILE_ERRORS } from './file-errors.js';
import type { DocumentFormat } from './document-format.js';
import { EPUB } from './epub.js';
import { GETTEXT } from './resources/gettext.js';
import { ANDROID } from './resources/android.js';
import { CSV } from './resources/csv.js';
import { PROPERTIES } from './resources/java-properties.js';
import { JSON_FORMATS } from './resources/json.js';
import { RESX } from './resources/resx.js';
import { STRINGS } from './resources/strings.js';
import { YAML } from './resources/yaml.js';
import { MARKDOWN } from './markdown.js';
import { OFFICE_FORMATS } from './office/office.js';
import { OPEN_DOCUMENT_FORMATS } from './open-document/open-document.js';
import { PDF } from './pdf/pdf.js';
import { PLAIN_FORMATS } from './plain-formats.js';
import { XLIFF } from './xliff/xliff.js';

export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  ...PLAIN_FORMATS,
  ...OFFICE_FORMATS,
  ...OPEN_DOCUMENT_FORMATS,
  EPUB,
  PDF,
  XLIFF,
  MARKDOWN,
  GETTEXT,
  ...JSON_FORMATS,
  STRINGS,
  ANDROID,
  RESX,
  PROPERTIES,
  YAML,
  CSV,
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
