import type { Logger } from '@sextant/platform-runtime/logging';
import { findProgram } from '../../programs/limited-program.js';
import { Sandbox } from '../../programs/sandbox.js';
import { LibreOfficeConverter } from './libreoffice-converter.js';
import type { OtherPrograms } from './other-programs.js';
import type { ProgramSettings } from './program.settings.js';
import { TesseractReader } from './tesseract-reader.js';

/** The operator's word that LibreOffice may see what the service sees. */
const WITHOUT = 'none';

/** Programs of the machine that open what nothing here opens, where it has them. */
export async function installedPrograms(
  { libreOffice, libreOfficeSandbox, tesseract }: ProgramSettings,
  logger: Logger,
): Promise<OtherPrograms> {
  const names = [libreOffice, tesseract, libreOfficeSandbox];
  const [office, reader, bubblewrap] = await Promise.all(names.map(findProgram));
  const sandbox =
    bubblewrap === undefined
      ? undefined
      : await Sandbox.of(
          bubblewrap,
          [office, reader].filter((path) => path !== undefined),
        );
  const isAllowed = sandbox !== undefined || libreOfficeSandbox === WITHOUT;
  if (office !== undefined && !isAllowed) {
    logger.warn('documents.no_sandbox', { libreoffice: office, sandbox: libreOfficeSandbox });
  }
  return {
    legacy:
      office === undefined || !isAllowed
        ? undefined
        : new LibreOfficeConverter({ program: office, sandbox }),
    pictures: reader === undefined ? undefined : await TesseractReader.at(reader, sandbox),
  };
}
