import {
  Button,
  complain,
  EmptyState,
  EndButton,
  MoreList,
  say,
  Shown,
  useLoaded,
} from '@sextant/web';
import { useCallback, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import type { TabProps } from '../text/text-tab.js';
import { EntriesDialog } from './entries-dialog.js';
import {
  deleteGlossary,
  listGlossaries,
  pairName,
  type Glossary,
  type Pair,
} from './glossaries.js';
import { NewGlossaryDialog } from './new-glossary-dialog.js';

/** The organization's glossaries and their terms. */
export function GlossariesTab({ service, languages }: TabProps) {
  const text = useText();
  const [isMaking, setMaking] = useState(false);
  const ask = useCallback((signal: AbortSignal) => listGlossaries(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  const again = () => void reload();
  return (
    <>
      <div className="tr-toolbar">
        <Button kind="primary" onPress={() => setMaking(true)}>
          {text('glossaries.new')}
        </Button>
      </div>
      <Shown state={state} reload={reload}>
        {(glossaries) => <GlossaryList {...{ service, glossaries }} reload={again} />}
      </Shown>
      {isMaking ? (
        <NewGlossaryDialog
          {...{ service, languages }}
          onClose={() => setMaking(false)}
          onMade={again}
        />
      ) : null}
    </>
  );
}

interface GlossaryListProps {
  readonly service: Service;
  readonly glossaries: readonly Glossary[];
  readonly reload: () => void;
}

function GlossaryList({ service, glossaries, reload }: GlossaryListProps) {
  const text = useText();
  if (glossaries.length === 0) {
    return (
      <EmptyState title={text('glossaries.none')}>
        <p>{text('glossaries.about')}</p>
      </EmptyState>
    );
  }
  return (
    <MoreList
      label={text('tab.glossaries')}
      items={glossaries}
      keyOf={({ glossary_id: id }) => id}
      render={(glossary) => <GlossaryItem {...{ service, glossary, reload }} />}
    />
  );
}

interface GlossaryItemProps {
  readonly service: Service;
  readonly glossary: Glossary;
  readonly reload: () => void;
}

function GlossaryItem({ service, glossary, reload }: GlossaryItemProps) {
  const text = useText();
  const [pair, setPair] = useState<Pair>();
  const { name, dictionaries } = glossary;
  const remove = () => {
    deleteGlossary(service, glossary)
      .then(() => say(text('glossaries.deleted', { name })))
      .then(reload)
      .catch(complain);
  };
  return (
    <article className="tr-item" aria-label={name}>
      <div className="tr-item-about">
        <h2>{name}</h2>
        <div className="tr-toolbar">
          {dictionaries.map((one) => (
            <Button key={pairName(one)} onPress={() => setPair(one)}>
              {text('glossaries.edit', { pair: pairName(one), count: one.entry_count })}
            </Button>
          ))}
        </div>
      </div>
      <EndButton
        action={text('delete')}
        name={name}
        title={text('delete.title', { name })}
        about={text('glossaries.delete.about')}
        onConfirm={remove}
      />
      {pair === undefined ? null : (
        <EntriesDialog
          {...{ service, glossary, pair }}
          onClose={() => setPair(undefined)}
          onSaved={reload}
        />
      )}
    </article>
  );
}
