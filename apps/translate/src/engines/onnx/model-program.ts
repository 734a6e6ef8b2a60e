import { FairShares } from '@sextant/platform-http/admission';
import type { FromProgram, ToProgram, TranslateAsk } from './model-messages.js';
import { SequenceModel, type Source } from './sequence-model.js';
import { TextCodec, type Piece } from './text-codec.js';

/**
 * Main program of a child process that holds one model. Texts of several requests go through it side by side: as many as
 * wait, up to a batch, of each owner by what it was served, and of each of its requests in turn.
 */
const { MODEL_FOLDER: folder = '', MODEL_THREADS: threads = '1' } = process.env;
/** Tokens with their padding: more takes more memory without being faster. */
const BATCH_TOKENS = 2048;
const BATCH_TEXTS = 32;

interface Waiting {
  readonly source: Source;
  readonly done: (translation: string) => void;
}

interface Asked {
  readonly id: number;
  readonly owner: string;
  readonly waiting: Waiting[];
}

const codec = new TextCodec(folder);
const model = await SequenceModel.load(folder, Number(threads));
let asked: Asked[] = [];
const shares = new FairShares();
let isBusy = false;

const tell = (message: FromProgram): void => void process.send?.(message);

function take(ask: TranslateAsk): void {
  const texts = ask.texts.map((text) => codec.pieces(text, model.maxSource));
  const results = texts.map((pieces) =>
    pieces.map((piece) => (piece.kind === 'verbatim' ? piece.text : '')),
  );
  let left = texts.flat().filter(({ kind }) => kind === 'tokens').length;
  const finish = (): void => {
    tell({ type: 'translated', id: ask.id, texts: results.map((parts) => parts.join('')) });
  };
  const waiting = texts.flatMap((pieces, text) =>
    pieces.flatMap((piece: Piece, at): Waiting[] => {
      if (piece.kind === 'verbatim') return [];
      const done = (translation: string): void => {
        const row = results[text];
        if (row !== undefined) row[at] = translation;
        left -= 1;
        if (left === 0) finish();
      };
      return [{ source: sourceOf(ask, piece.tokens), done }];
    }),
  );
  if (waiting.length === 0) finish();
  else asked.push({ id: ask.id, owner: ask.owner, waiting });
}

/** Marian takes the text and its end; models of many languages name the source before and the target after. */
function sourceOf({ languages, beams, rank }: TranslateAsk, tokens: readonly number[]): Source {
  const ended = [...tokens, model.config.eos_token_id];
  if (languages === undefined) return { tokens: ended, beams, rank };
  return {
    tokens: [codec.idOf(languages.source), ...ended],
    forcedFirst: codec.idOf(languages.target),
    beams,
    rank,
  };
}

async function work(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const tokens = await model.translate(batch.map(({ source }) => source));
      batch.forEach(({ done }, at) => done(codec.decode(tokens[at] ?? [])));
    }
  } finally {
    isBusy = false;
  }
}

/** One text of each owner and of each of its requests in turn, so that nobody waits for somebody's book. */
function nextBatch(): readonly Waiting[] {
  const batch: Waiting[] = [];
  let longest = 0;
  while (batch.length < BATCH_TEXTS) {
    const owner = shares.next(asked.map((each) => each.owner));
    const first = asked.find((each) => each.owner === owner);
    const next = first?.waiting[0];
    if (first === undefined || next === undefined) break;
    const width = Math.max(longest, next.source.tokens.length);
    if (batch.length > 0 && width * (batch.length + 1) > BATCH_TOKENS) break;
    longest = width;
    batch.push(next);
    first.waiting.shift();
    shares.served(first.owner, next.source.tokens.length);
    const others = asked.filter((each) => each !== first);
    asked = first.waiting.length === 0 ? others : [...others, first];
  }
  return batch;
}

process.on('message', (message: ToProgram) => {
  if (message.type === 'cancel') {
    asked = asked.filter(({ id }) => id !== message.id);
    return;
  }
  try {
    take(message);
  } catch (error) {
    tell({ type: 'failed', id: message.id, message: String(error) });
    return;
  }
  void work();
});
// The parent is gone: nobody waits for the rest.
process.on('disconnect', () => process.exit(0));
tell({ type: 'ready' });
