import type { DocumentFormat } from '../document-format.js';
import { FILE_ERRORS } from '../file-errors.js';
import { decodeText } from '../text-files.js';
import { mixedUnit } from '../xml/mixed-units.js';
import { XmlPart, type ParagraphFinder } from '../xml/xml-part.js';

/** Begins the names of what a form's designer keeps for itself. */
const OF_DESIGNER = '>>';

/** Values of `data` that are texts: others name the type of what they hold. */
const findValue: ParagraphFinder = (element, _source, parent) => {
  if (element.name !== 'value' || parent?.name !== 'data') return undefined;
  const { type, mimetype, name = '' } = parent.attributes;
  if (type !== undefined || mimetype !== undefined || name.startsWith(OF_DESIGNER))
    return undefined;
  return {
    unit: mixedUnit(element.children, new Set()),
    start: element.innerStart,
    end: element.innerEnd,
  };
};

/**
 * Resources of .NET: values that are strings; names, comments, files and objects stay.
 *
 * @see Microsoft, "Work with .resx files programmatically" and "ResXResourceWriter"
 */
export const RESX: DocumentFormat = {
  name: '.NET resources',
  extensions: ['resx', 'resw'],
  mediaType: 'text/microsoft-resx',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const part = new XmlPart(text, findValue);
    if (part.root !== 'root') {
      throw FILE_ERRORS.invalid({
        message: 'Invalid file data: no resources of .NET: the outermost element is not root.',
      });
    }
    return {
      units: part.units.map((unit) => ({ kind: 'xml', text: unit.text })),
      write: (translations) => encode(part.write(translations)),
    };
  },
};
