import { CopyButton, ErrorState, Tip } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { Origin, Translation } from './translation.js';
import type { useTranslation } from './use-translation.js';

export interface TranslationPaneProps {
  readonly state: ReturnType<typeof useTranslation>;
  readonly lang: string;
}

/** The translation; words that do not come from an engine tell where from. */
export function TranslationPane({ state, lang }: TranslationPaneProps) {
  const text = useText();
  const whole = state.kind === 'whole' ? state.translation : undefined;
  return (
    <div className="tr-pane">
      <div className="tr-pane-head">
        <strong>{text('output')}</strong>
        {whole === undefined ? null : <CopyButton value={whole.text} />}
      </div>
      {state.kind === 'failed' ? (
        <ErrorState error={state.error} onRetry={state.retry} />
      ) : (
        <section
          className="tr-output"
          aria-label={text('output')}
          aria-live="polite"
          aria-busy={state.kind === 'coming'}
          lang={lang}
          dir="auto"
        >
          {state.kind === 'coming' ? state.text : null}
          {whole === undefined ? null : <Whole {...whole} />}
        </section>
      )}
      {whole === undefined ? null : <WrittenBy {...whole} />}
    </div>
  );
}

/** What wrote the translation, and what would write it better. */
function WrittenBy({ provenance = [], fluent_with: command }: Translation) {
  const text = useText();
  const engines = new Set(provenance.flatMap(({ engine = '' }) => engine.split('+')));
  const by = WRITERS.find(([engine]) => engines.has(engine))?.[1];
  if (by === undefined) return null;
  return (
    <p className="tr-written">
      {text(by)}{' '}
      {command === undefined ? null : (
        <>
          {text('written.fluent')} <code>{command}</code>
        </>
      )}
    </p>
  );
}

/** The first that took part is named: a translation is as fluent as its weakest step. */
const WRITERS = [
  ['apertium', 'written.rules'],
  ['onnx', 'written.model'],
  ['libretranslate', 'written.libretranslate'],
  ['chat', 'written.chat'],
  ['phrasebook', 'written.phrasebook'],
] as const;

function Whole({
  text,
  provenance = [],
}: {
  readonly text: string;
  readonly provenance?: readonly Origin[];
}) {
  // Joined, the stretches are the translation.
  if (provenance.map((origin) => origin.text).join('') !== text) return text;
  return stretchesOf(provenance).map((stretch, at) =>
    typeof stretch === 'string' ? stretch : <Stretch key={at} origin={stretch} />,
  );
}

/** What needs no word about itself is one text: a long translation has thousands of words. */
function stretchesOf(provenance: readonly Origin[]): readonly (string | Origin)[] {
  const stretches: (string | Origin)[] = [];
  for (const origin of provenance) {
    const last = stretches.at(-1);
    if (!isPlain(origin)) stretches.push(origin);
    else if (typeof last === 'string') stretches[stretches.length - 1] = last + origin.text;
    else stretches.push(origin.text);
  }
  return stretches;
}

const isPlain = ({ origin, text }: Origin): boolean =>
  origin === 'engine' || origin === 'unchanged' || text.trim() === '';

function Stretch({ origin }: { readonly origin: Origin }) {
  const text = useText();
  const { origin: kind, text: words, engine = '', score = 0, term = '' } = origin;
  if (kind === 'engine' || kind === 'unchanged' || words.trim() === '') return words;
  const about = {
    unknown_word: () => text('origin.unknown', { engine }),
    memory: () => text('origin.memory', { score }),
    glossary: () => text('origin.glossary', { term }),
  }[kind]();
  return (
    <Tip about={about} className={`tr-origin tr-origin-${kind}`}>
      {words}
    </Tip>
  );
}
