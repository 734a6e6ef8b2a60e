import { settingsOf, text } from '@sextant/platform-runtime/config';

/** Programs of the machine that open what nothing here opens. */
export class ProgramSettings extends settingsOf({
  libreOffice: text({
    env: 'LIBREOFFICE',
    description:
      'LibreOffice, which opens doc, xls, ppt and rtf: a name in PATH or a whole path. Those files are refused without it.',
    example: '/usr/bin/soffice',
    default: 'soffice',
  }),
  libreOfficeSandbox: text({
    env: 'LIBREOFFICE_SANDBOX',
    description:
      'Bubblewrap, in which LibreOffice sees no file of the machine but the one it opens: a name in PATH or a whole path. Those files are refused where it does not work; `none` where whatever the service may read may be read by its callers.',
    example: '/usr/bin/bwrap',
    default: 'bwrap',
  }),
  tesseract: text({
    env: 'TESSERACT',
    description:
      'Tesseract, which sees words in pictures (png, jpeg, tiff): a name in PATH or a whole path. Those files are refused without it.',
    example: '/usr/bin/tesseract',
    default: 'tesseract',
  }),
}) {}
