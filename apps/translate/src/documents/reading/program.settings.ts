import { settingsOf, text } from '@sextant/platform-runtime/config';

/** Programs of the machine that open what nothing here opens. */
export class ProgramSettings extends settingsOf({
  libreOffice: text(
    'LIBREOFFICE',
    'LibreOffice, which opens doc, xls, ppt and rtf: a name in PATH or a whole path. Those files are refused without it.',
    { example: '/usr/bin/soffice', default: 'soffice' },
  ),
  libreOfficeSandbox: text(
    'LIBREOFFICE_SANDBOX',
    'Bubblewrap, in which LibreOffice sees no file of the machine but the one it opens: a name in PATH or a whole path. Those files are refused where it does not work; `none` where whatever the service may read may be read by its callers.',
    { example: '/usr/bin/bwrap', default: 'bwrap' },
  ),
  tesseract: text(
    'TESSERACT',
    'Tesseract, which sees words in pictures (png, jpeg, tiff): a name in PATH or a whole path. Those files are refused without it.',
    { example: '/usr/bin/tesseract', default: 'tesseract' },
  ),
}) {}
