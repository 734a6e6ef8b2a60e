import { Button, EmptyState, MoreList, Select, TextField } from '@sextant/web';
import { useState, type ReactNode } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { useLanguageName } from './use-language-name.js';
import { VoiceCard } from './voice-card.js';
import {
  foundVoices,
  KINDS,
  kindOf,
  languagesOf,
  NO_FILTER,
  type VoiceFilter,
} from './voice-filter.js';
import type { Voice } from './voices.js';

export interface VoiceBrowserProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  readonly filter: VoiceFilter;
  readonly onFilter: (changes: Partial<VoiceFilter>) => void;
  /** What can be done with a voice. */
  readonly actions: (voice: Voice) => ReactNode;
}

const PAGE_SIZE = 24;

/** All voices as cards, with what narrows them down. */
export function VoiceBrowser(props: VoiceBrowserProps) {
  const { service, voices, filter, onFilter, actions } = props;
  const text = useText();
  const nameOf = useLanguageName();
  const [shown, show] = useState(PAGE_SIZE);
  const found = foundVoices(voices, filter, nameOf);
  const change = (changes: Partial<VoiceFilter>) => {
    show(PAGE_SIZE);
    onFilter(changes);
  };
  return (
    <>
      <Filters {...{ voices, filter }} onFilter={change} />
      <p className="sx-muted" role="status">
        {text('voices.found', { count: found.length, all: voices.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState title={text('voices.none')}>
          <Button onPress={() => change(NO_FILTER)}>{text('voices.clear')}</Button>
        </EmptyState>
      ) : (
        <div className="st-voices">
          <MoreList
            label={text('voices.shared')}
            items={found.slice(0, shown)}
            keyOf={({ id }) => id}
            render={(voice) => (
              <VoiceCard service={service} voice={voice}>
                {actions(voice)}
              </VoiceCard>
            )}
            onMore={found.length > shown ? () => show(shown + PAGE_SIZE) : undefined}
          />
        </div>
      )}
    </>
  );
}

function Filters({
  voices,
  filter,
  onFilter,
}: Pick<VoiceBrowserProps, 'voices' | 'filter' | 'onFilter'>) {
  const text = useText();
  const nameOf = useLanguageName();
  const any = { id: '', title: text('any') };
  const kinds = KINDS.filter((kind) => voices.some((voice) => kindOf(voice) === kind));
  return (
    <div className="st-fields" role="search" aria-label={text('voices.shared')}>
      <TextField
        label={text('search')}
        value={filter.search}
        onChange={(search) => onFilter({ search })}
      />
      <Select
        label={text('filter.language')}
        value={filter.language}
        options={[any, ...languagesOf(voices, nameOf).map(([id, title]) => ({ id, title }))]}
        onChange={(language) => onFilter({ language })}
      />
      <Select
        label={text('filter.kind')}
        value={filter.kind}
        options={[any, ...kinds.map((id) => ({ id, title: text(`kind.${id}`) }))]}
        onChange={(kind) => onFilter({ kind })}
      />
      <Select
        label={text('filter.use')}
        value={filter.use}
        options={[any, { id: 'allowed', title: text('licence.allowed') }]}
        onChange={(use) => onFilter({ use })}
      />
    </div>
  );
}
