import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';
import { FILE_ERRORS } from './file-errors.js';
import type { DocumentFormat } from './document-format.js';

/** A form of a message that has no translation yet. */
interface Gap {
  readonly message: GetTextTranslation;
  readonly form: number;
  readonly text: string;
}

/**
 * Messages of gettext: what has no translation gets one, and what has one keeps it. A fuzzy one is no translation.
 *
 * @see GNU gettext manual, section 3, "The format of PO files"
 */
export const GETTEXT: DocumentFormat = {
  name: 'gettext',
  extensions: ['po', 'pot'],
  mediaType: 'text/x-gettext-translation',
  open(bytes) {
    const table = parsed(bytes);
    const gaps = messagesIn(table).flatMap(gapsOf);
    return {
      units: gaps.map(({ text }) => ({ kind: 'plain', text })),
      write(translations) {
        for (const [at, { message, form, text }] of gaps.entries()) {
          message.msgstr[form] = translations[at] ?? text;
          unmarkFuzzy(message);
        }
        return po.compile(table);
      },
    };
  },
};

function parsed(bytes: Uint8Array): GetTextTranslations {
  try {
    return parsedWhole(Buffer.from(bytes).toString('latin1'));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replaceAll(SIGN, '');
    throw FILE_ERRORS.invalid({
      message: `Invalid file data: no gettext file: ${reason}.`,
      cause: error,
    });
  }
}

const SIGN = 'sextant-message:';
/** Where the words of a message begin, on its line or on the next. */
const MESSAGE = /^(msgid\s+")(?=[^"\s]|\s+\S|"\s*\n\s*")/gm;

/**
 * The parser takes messages that are called as what every object has, such as `constructor`, for known ones: a sign
 * before each keeps them apart.
 *
 * @param bytes one character each: which encoding they are in is found out by the parser
 */
function parsedWhole(bytes: string): GetTextTranslations {
  const signed = bytes.replaceAll(MESSAGE, `$1${SIGN}`);
  const table = po.parse(Buffer.from(signed, 'latin1'), { validation: true });
  for (const message of messagesIn(table)) {
    if (message.msgid.startsWith(SIGN)) message.msgid = message.msgid.slice(SIGN.length);
  }
  return table;
}

const messagesIn = ({ translations }: GetTextTranslations): readonly GetTextTranslation[] =>
  Object.values(translations).flatMap((context) =>
    Object.values(context).filter(({ msgid }) => msgid !== ''),
  );

const FUZZY = /(?:^|,\s*)fuzzy(?=\s*(?:,|$))/;

/** The first form is for one, the others are for more; a language with a single form uses it for all. */
function gapsOf(message: GetTextTranslation): readonly Gap[] {
  const { msgid, msgid_plural: plural, msgstr, comments } = message;
  const isFuzzy = FUZZY.test(comments?.flag ?? '');
  return msgstr.flatMap((translation, form) => {
    if (translation !== '' && !isFuzzy) return [];
    const isSingular = plural === undefined || (form === 0 && msgstr.length > 1);
    return [{ message, form, text: isSingular ? msgid : plural }];
  });
}

function unmarkFuzzy(message: GetTextTranslation): void {
  const { comments } = message;
  if (comments?.flag === undefined) return;
  comments.flag = comments.flag.replace(FUZZY, '').replace(/^,\s*/, '');
}
