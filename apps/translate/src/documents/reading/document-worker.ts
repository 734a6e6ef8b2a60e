/** The thread that holds one document at a time: reading and writing large ones takes longer than answering many requests. */
import { parentPort } from 'node:worker_threads';
import { Problem } from '@sextant/platform-http/problem';
import { alignmentOf } from '../alignment/texts/alignment.js';
import { correctionsIn } from '../alignment/texts/corrections.js';
import { textPage } from '../alignment/texts/text-page.js';
import type { InspectedDocument, ReadDocument } from './document-reader.js';
import type { OpenedDocument } from '../formats/document-format.js';
import type { DrawnPdf } from '../formats/pdf/pdf-pictures.js';
import { formatOf } from '../formats/formats.js';
import { charactersOf, sampleOf } from '../formats/unit-words.js';
import { checkUnits } from '../formats/unit-limits.js';
import { free, ownMemory } from '../formats/own-memory.js';
import type { DocumentAsk, DocumentFile, DocumentReply } from './document-messages.js';

let opened: OpenedDocument | undefined;
let drawn: DrawnPdf | undefined;

parentPort?.on('message', (ask: DocumentAsk) => {
  void replyTo(ask).then((reply) => {
    parentPort?.postMessage(reply, [...givenWith(ask, reply)]);
  });
});

/** Nothing is asked of a document after it was inspected or written. */
function givenWith(ask: DocumentAsk, reply: DocumentReply): readonly ArrayBuffer[] {
  if ('inspected' in reply) return ownMemory(reply.inspected.bytes);
  return 'write' in ask && 'written' in reply ? ownMemory(reply.written) : [];
}

async function replyTo(ask: DocumentAsk): Promise<DocumentReply> {
  try {
    return await answerTo(ask);
  } catch (error) {
    if (error instanceof Problem) return refusalOf(error);
    // Nested deeper than a reader can follow: the same again whenever it is tried.
    if (error instanceof RangeError)
      return { refused: 'Invalid file data: it has too many levels.' };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function refusalOf({ message, code, cause }: Problem): DocumentReply {
  const refusal = { refused: message, isScanned: code === 'document_scanned' };
  // Other causes may quote the document. Its class would load the fonts' packages for every format.
  const isFont = cause instanceof Error && cause.name === 'FontUnavailable';
  return isFont ? { ...refusal, reason: cause.message } : refusal;
}

async function answerTo(ask: DocumentAsk): Promise<DocumentReply> {
  if ('forget' in ask) {
    opened = drawn = undefined;
    return { forgotten: true };
  }
  if ('inspect' in ask) return { inspected: await inspect(ask.inspect) };
  if ('open' in ask) return { opened: await open(ask.open) };
  if ('convert' in ask) {
    const { pdfToDocx } = await import('../formats/pdf/pdf-to-docx.js');
    return { written: await pdfToDocx(ask.convert) };
  }
  if ('draw' in ask) {
    const { drawnPdf } = await import('../formats/pdf/pdf-pictures.js');
    drawn = await drawnPdf(ask.draw);
    return { pages: drawn.pages };
  }
  if ('page' in ask) return { written: await known(drawn).page(ask.page) };
  const document = known(opened);
  const { units } = document;
  if ('align' in ask) return { written: Buffer.from(alignmentOf(units, ask.align)) };
  if ('show' in ask) return { shown: textPage(units, ask.show) };
  if ('correct' in ask) {
    const { given, translations } = ask.correct;
    return { corrections: correctionsIn(given, units, translations) };
  }
  return { written: await document.write(ask.write, ask.options) };
}

async function inspect({ format, bytes, languages }: DocumentFile): Promise<InspectedDocument> {
  const inspected = await formatOf(`document.${format}`).open(bytes, {
    isOnlyRead: true,
    languages,
  });
  return { ...wordsOf(inspected), bytes };
}

async function open({ format, bytes, languages }: DocumentFile): Promise<Words> {
  const kind = formatOf(`document.${format}`);
  opened = await kind.open(bytes, { languages });
  if (kind.isUnpacked === true) free(bytes);
  return wordsOf(opened);
}

type Words = Pick<ReadDocument, 'characters' | 'sample' | 'units' | 'keptTexts'>;

function wordsOf({ units, keptTexts = 0 }: OpenedDocument): Words {
  checkUnits(units);
  return { units, keptTexts, characters: charactersOf(units), sample: sampleOf(units) };
}

function known<Opened>(document: Opened | undefined): Opened {
  if (document === undefined) throw new Error('no document is open');
  return document;
}
