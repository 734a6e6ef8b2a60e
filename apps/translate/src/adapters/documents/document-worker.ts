/** The thread that holds one document: reading and writing large ones takes longer than answering many requests. */
import { parentPort } from 'node:worker_threads';
import { Problem } from '@sextant/platform-errors/problem';
import { alignmentOf } from '../../domain/documents/alignment/alignment.js';
import { correctionsIn } from '../../domain/documents/alignment/corrections.js';
import type { OpenedDocument } from '../../domain/documents/formats/document-format.js';
import { formatOf } from '../../domain/documents/formats/formats.js';
import { charactersOf, sampleOf } from '../../domain/documents/document-translation.js';
import { checkUnits } from '../../domain/documents/unit-limits.js';
import type { DocumentAsk, DocumentReply } from './document-messages.js';

let opened: OpenedDocument | undefined;

parentPort?.on('message', (ask: DocumentAsk) => {
  void replyTo(ask).then((reply) => parentPort?.postMessage(reply));
});

async function replyTo(ask: DocumentAsk): Promise<DocumentReply> {
  try {
    if ('open' in ask) {
      opened = await formatOf(`document.${ask.open.format}`).open(ask.open.bytes);
      const { units } = opened;
      checkUnits(units);
      return { opened: { units, characters: charactersOf(units), sample: sampleOf(units) } };
    }
    if (opened === undefined) throw new Error('no document is open');
    if ('align' in ask) return { written: Buffer.from(alignmentOf(opened.units, ask.align)) };
    if ('correct' in ask) {
      const { alignment, translations } = ask.correct;
      return { corrections: correctionsIn(alignment, opened.units, translations) };
    }
    return { written: await opened.write(ask.write) };
  } catch (error) {
    if (error instanceof Problem) return { refused: error.message };
    // Nested deeper than a reader can follow: the same again whenever it is tried.
    if (error instanceof RangeError)
      return { refused: 'Invalid file data: it has too many levels.' };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
