import { Button, part, useAsked } from '@sextant/web';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { PreviewButton } from './preview-button.js';
import { useLanguageName } from './use-language-name.js';
import { kindOf } from './voice-filter.js';
import type { Voice } from './voices.js';

const VoiceDialog = part(async () => (await import('./voice-dialog.js')).VoiceDialog);

export interface VoiceFieldProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  /** The id of a voice. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** What it is the voice of, for those who do not see where it stands. */
  readonly about?: string;
}

/** The voice that speaks, and the way to another one. */
export function VoiceField({ service, voices, value, onChange, about }: VoiceFieldProps) {
  const text = useText();
  const nameOf = useLanguageName();
  const [isChoosing, setChoosing] = useAsked(about ?? 'voice');
  const voice = voices.find(({ id }) => id === value);
  const label = about === undefined ? text('voice') : `${text('voice')}: ${about}`;
  return (
    <div className="st-voice-field" role="group" aria-label={label}>
      <div className="st-voice-chosen">
        <strong>{voice?.display_name ?? text('none')}</strong>
        {voice === undefined ? null : (
          <span className="sx-muted">
            {nameOf(voice.locale)}, {text(`kind.${kindOf(voice)}`).toLowerCase()}
          </span>
        )}
      </div>
      <Button onPress={() => setChoosing(true)}>{text('voice.change')}</Button>
      <PreviewButton service={service} voice={voice} />
      {isChoosing ? (
        <VoiceDialog {...{ service, voices, onChange }} onClose={() => setChoosing(false)} />
      ) : null}
    </div>
  );
}
