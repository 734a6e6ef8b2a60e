import { complain, EndButton, MoreList, StatusBadge, TextField } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { CloneForm } from './clone-form.js';
import { PreviewButton } from './preview-button.js';
import { withdrawConsent, type Voice } from './voices.js';

export interface VoicesTabProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  readonly reload: () => Promise<void>;
}

/** More at once nobody looks through; the search finds the others. */
const SHOWN = 20;

/** All voices, one's own first, and the way to a new one. */
export function VoicesTab({ service, voices, reload }: VoicesTabProps) {
  const text = useText();
  const [wanted, want] = useState('');
  const own = voices.filter(({ type }) => type === 'personal');
  const found = voices.filter(({ type, display_name: name, locale }) => {
    const words = `${name} ${locale}`.toLowerCase();
    return type === 'shared' && words.includes(wanted.toLowerCase());
  });
  const list = (label: string, items: readonly Voice[]) => (
    <MoreList
      label={label}
      items={items}
      keyOf={({ id }) => id}
      render={(voice) => <VoiceItem {...{ service, voice, reload }} />}
    />
  );
  return (
    <>
      {own.length === 0 ? null : list(text('voices.own'), own)}
      <CloneForm service={service} onMade={reload} />
      <TextField label={text('search')} value={wanted} onChange={want} />
      {list(text('voices.shared'), found.slice(0, SHOWN))}
      {found.length > SHOWN ? (
        <p className="sx-muted">{text('voices.more', { count: found.length - SHOWN })}</p>
      ) : null}
    </>
  );
}

interface VoiceItemProps {
  readonly service: Service;
  readonly voice: Voice;
  readonly reload: () => Promise<void>;
}

function VoiceItem({ service, voice, reload }: VoiceItemProps) {
  const text = useText();
  const { display_name: name, locale, type } = voice;
  const withdraw = () => void withdrawConsent(service, voice).then(reload).catch(complain);
  return (
    <article className="st-item" aria-label={name}>
      <div className="st-item-about">
        <h3>{name}</h3>
        <p className="sx-muted">{locale}</p>
      </div>
      {type === 'personal' ? (
        <>
          <StatusBadge tone="neutral">{text('voices.clone')}</StatusBadge>
          <EndButton
            action={text('voices.withdraw')}
            name={name}
            title={text('voices.withdraw.title', { name })}
            about={text('voices.withdraw.about')}
            onConfirm={withdraw}
          />
        </>
      ) : (
        <PreviewButton service={service} voice={voice} />
      )}
    </article>
  );
}
