import { Button, CopyButton, ErrorState, part, Tip } from '@sextant/web';
import { useState, type MouseEvent } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import type { Choices, Origin, Translation } from './translation.js';
import type { useTranslation } from './use-translation.js';

const Wordings = part(async () => (await import('./wordings.js')).Wordings);

export interface TranslationPaneProps {
  readonly service: Service;
  readonly state: ReturnType<typeof useTranslation>;
  readonly choices: Choices;
  /** Language of the text, once it is known. */
  readonly source: string | undefined;
  readonly written: string;
  /** Called with the translation as somebody wants it. */
  readonly onChange: (translation: Translation) => void;
}

/** The translation; words that do not come from an engine tell where from, sentences how they may be said otherwise. */
export function TranslationPane(props: TranslationPaneProps) {
  const text = useText();
  const { state, choices, written } = props;
  const [pressed, setPressed] = useState<Pressed>();
  const press = (at: number | undefined) =>
    setPressed(at === undefined ? undefined : { at, of: written });
  // Another text has other sentences.
  const place = pressed?.of === written ? pressed.at : undefined;
  const whole = state.kind === 'whole' ? state.translation : undefined;
  return (
    <div className="tr-pane">
      <div className="tr-pane-head">
        <strong>{text('output')}</strong>
        {isOpen(props) ? <Button onPress={() => press(0)}>{text('wording.open')}</Button> : null}
        {whole === undefined ? null : <CopyButton value={whole.text} />}
      </div>
      <Output state={state} lang={choices.target} onPress={press} />
      {whole === undefined ? null : <WrittenBy {...whole} />}
      {place === undefined ? null : <OpenedWordings {...{ ...props, place, press }} />}
    </div>
  );
}

/** Sentences with tags are no sentences for an engine alone. */
const isOpen = ({ state, source, choices }: TranslationPaneProps): boolean =>
  state.kind === 'whole' && source !== undefined && choices.format === '';

interface OpenedWordingsProps extends TranslationPaneProps {
  readonly place: number;
  readonly press: (at: number | undefined) => void;
}

function OpenedWordings({ place, press, ...props }: OpenedWordingsProps) {
  const { service, state, choices, source, written, onChange } = props;
  if (!isOpen(props) || state.kind !== 'whole' || source === undefined) return null;
  return (
    <Wordings
      {...{ service, choices, source, written, place, onChange }}
      translation={state.translation}
      onMove={press}
      onClose={() => press(undefined)}
    />
  );
}

/** A place in the translation of a text. */
interface Pressed {
  readonly at: number;
  readonly of: string;
}

interface OutputProps extends Pick<TranslationPaneProps, 'state'> {
  readonly lang: string;
  /** Called with the place in the text. */
  readonly onPress: (place: number | undefined) => void;
}

function Output({ state, lang, onPress }: OutputProps) {
  const text = useText();
  if (state.kind === 'failed') return <ErrorState error={state.error} onRetry={state.retry} />;
  return (
    <section
      className="tr-output"
      aria-label={text('output')}
      aria-live="polite"
      aria-busy={state.kind === 'coming'}
      lang={lang}
      dir="auto"
      onClick={(event) => onPress(placeOf(event))}
    >
      {state.kind === 'coming' ? state.text : null}
      {state.kind === 'whole' ? <Whole {...state.translation} /> : null}
    </section>
  );
}

/** Where a text was pressed, in UTF-16 code units; undefined while somebody selects a part of it. */
function placeOf({ currentTarget }: MouseEvent): number | undefined {
  const selection = getSelection();
  const node = selection?.anchorNode;
  if (selection?.isCollapsed !== true || node == null || !currentTarget.contains(node)) {
    return undefined;
  }
  const before = document.createRange();
  before.setStart(currentTarget, 0);
  before.setEnd(node, selection.anchorOffset);
  return before.toString().length;
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
