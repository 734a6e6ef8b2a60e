import { StatusBadge } from '@sextant/web';
import type { ReactNode } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { PreviewButton } from './preview-button.js';
import { useLanguageName } from './use-language-name.js';
import { kindOf } from './voice-filter.js';
import type { Voice, VoiceLicence } from './voices.js';

export interface VoiceCardProps {
  readonly service: Service;
  readonly voice: Voice;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A voice: who speaks, in which language, how it was made and what it may be used for. */
export function VoiceCard({ service, voice, children }: VoiceCardProps) {
  const text = useText();
  const nameOf = useLanguageName();
  const { display_name: name, locale, licence } = voice;
  return (
    <article className="st-voice" aria-label={name}>
      <header className="st-voice-head">
        <h2>{name}</h2>
        <StatusBadge tone={kindOf(voice) === 'neural' ? 'good' : 'neutral'}>
          {text(`kind.${kindOf(voice)}`)}
        </StatusBadge>
      </header>
      <p>{nameOf(locale)}</p>
      {licence === undefined ? null : <Licence {...licence} />}
      <div className="st-voice-actions">
        <PreviewButton service={service} voice={voice} />
        {children}
      </div>
    </article>
  );
}

function Licence({ name, base, commercial_use: use }: VoiceLicence) {
  const text = useText();
  return (
    <p className="sx-muted st-voice-licence">
      {name}
      {base === undefined ? null : <>, {text('licence.base', { base })}</>}
      {use === 'allowed' ? null : (
        <strong className={`st-use-${use}`}> {text(`licence.${use}`)}</strong>
      )}
    </p>
  );
}
