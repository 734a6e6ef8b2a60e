import { parentPort } from 'node:worker_threads';
import { Dialect, LocalLinter, SuggestionKind, type Lint } from 'harper.js';
import { slimBinary } from 'harper.js/slimBinary';
import type { HarperAsk, HarperLint, HarperReply } from './harper-messages.js';

/** The checker keeps its thread busy for seconds with a long text: it has one of its own. */
const linter = new LocalLinter({ binary: slimBinary });
let current: HarperAsk['dialect'] = 'american';

async function lintsIn({ text, dialect }: HarperAsk): Promise<readonly HarperLint[]> {
  if (dialect !== current) {
    await linter.setDialect(dialect === 'british' ? Dialect.British : Dialect.American);
    current = dialect;
  }
  return (await linter.lint(text, { language: 'plaintext' })).map((lint) => found(lint, text));
}

function found(lint: Lint, text: string): HarperLint {
  const { start, end } = lint.span();
  const before = text.slice(start, end);
  const replacements = lint.suggestions().map((suggestion) => {
    const words = suggestion.get_replacement_text();
    if (suggestion.kind() === SuggestionKind.Remove) return '';
    return suggestion.kind() === SuggestionKind.InsertAfter ? before + words : words;
  });
  return { start, end, kind: lint.lint_kind(), message: lint.message(), replacements };
}

parentPort?.on('message', (ask: HarperAsk) => {
  void lintsIn(ask).then(
    (lints) => parentPort?.postMessage({ id: ask.id, lints } satisfies HarperReply),
    (error: unknown) =>
      parentPort?.postMessage({ id: ask.id, error: String(error) } satisfies HarperReply),
  );
});
