import { Button, ErrorState, Progress, TextArea } from '@sextant/web';
import { ArrowDown, ArrowUp } from '@sextant/web/icons';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { VoiceField } from '../voices/voice-field.js';
import { firstVoice, type Voice } from '../voices/voices.js';
import type { Turn } from './dialogue.js';
import { DialogueView } from './dialogue-view.js';
import { useDialogue } from './use-dialogue.js';
import { useTurns } from './use-turns.js';

/** As many as the service takes. */
const MOST_TURNS = 200;

export interface DialoguesTabProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
}

/** Turns of several voices in one recording. */
export function DialoguesTab({ service, voices }: DialoguesTabProps) {
  const text = useText();
  const first = firstVoice(voices);
  const { turns, add, change, move, remove } = useTurns([first, secondVoice(voices, first)]);
  const { spoken, error, isWorking, begin, edit } = useDialogue(service);
  if (spoken !== undefined) return <DialogueView {...{ spoken, voices }} onEdit={edit} />;
  return (
    <>
      <ol className="st-turns">
        {turns.map((turn, at) => (
          <li key={turn.key}>
            <TurnFields
              {...{ service, voices, turn, at }}
              isLast={at === turns.length - 1}
              isOnly={turns.length === 1}
              onChange={(changes) => change(turn.key, changes)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(turn.key)}
            />
          </li>
        ))}
      </ol>
      <div className="st-fields">
        <Button isDisabled={turns.length >= MOST_TURNS} onPress={add}>
          {text('turn.add')}
        </Button>
        <Button
          kind="primary"
          isDisabled={turns.some(({ input }) => input.trim() === '')}
          isPending={isWorking}
          onPress={() => void begin(turns)}
        >
          {text('speak')}
        </Button>
      </div>
      {isWorking ? <Progress label={text('speak.coming')} /> : null}
      {error === undefined ? null : <ErrorState error={error} />}
    </>
  );
}

/** Somebody else who speaks the same language, for who answers. */
function secondVoice(voices: readonly Voice[], first: string): string {
  const locale = voices.find(({ id }) => id === first)?.locale;
  const other = voices.find((voice) => voice.id !== first && voice.locale === locale);
  return other?.id ?? first;
}

interface TurnFieldsProps extends DialoguesTabProps {
  readonly turn: Turn;
  readonly at: number;
  readonly isLast: boolean;
  readonly isOnly: boolean;
  readonly onChange: (changes: Partial<Turn>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function TurnFields(props: TurnFieldsProps) {
  const { service, voices, turn, at, onChange } = props;
  const text = useText();
  const number = at + 1;
  return (
    <section className="st-turn" aria-label={text('turn', { number })}>
      <VoiceField
        {...{ service, voices }}
        value={turn.voice}
        about={text('turn', { number })}
        onChange={(voice) => onChange({ voice })}
      />
      <TextArea
        label={text('turn', { number })}
        value={turn.input}
        onChange={(input) => onChange({ input })}
        rows={2}
      />
      <TurnActions {...props} />
    </section>
  );
}

function TurnActions({ at, isLast, isOnly, onMove, onRemove }: TurnFieldsProps) {
  const text = useText();
  const number = at + 1;
  return (
    <div className="st-bar">
      <Button
        kind="quiet"
        label={text('turn.up', { number })}
        isDisabled={at === 0}
        onPress={() => onMove(-1)}
      >
        <ArrowUp className="st-icon" aria-hidden="true" />
      </Button>
      <Button
        kind="quiet"
        label={text('turn.down', { number })}
        isDisabled={isLast}
        onPress={() => onMove(1)}
      >
        <ArrowDown className="st-icon" aria-hidden="true" />
      </Button>
      <Button
        kind="quiet"
        label={text('turn.remove', { number })}
        isDisabled={isOnly}
        onPress={onRemove}
      >
        {text('remove')}
      </Button>
    </div>
  );
}
