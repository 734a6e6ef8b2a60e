import {
  Button,
  complain,
  EmptyState,
  EndButton,
  MoreList,
  say,
  Shown,
  useLoaded,
  useOpened,
} from '@sextant/web';
import { useCallback } from 'react';
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

/** No glossary; the address of the dialog for a new one. */
const NEW_ID = 'new';

/** The address of a glossary's entries for a pair of languages. */
const addressOf = ({ glossary_id: id }: Glossary, pair: Pair): string =>
  `${id}_${pair.source_lang}_${pair.target_lang}`;

/** The organization's glossaries and their terms. */
export function GlossariesTab({ service, languages }: TabProps) {
  const text = useText();
  const [opened, open] = useOpened();
  const ask = useCallback((signal: AbortSignal) => listGlossaries(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  const again = () => void reload();
  return (
    <>
      <div className="tr-toolbar">
        <Button kind="primary" onPress={() => open(NEW_ID)}>
          {text('glossaries.new')}
        </Button>
      </div>
      <Shown state={state} reload={reload}>
        {(glossaries) => (
          <>
            <GlossaryList {...{ service, glossaries, open }} reload={again} />
            <OpenedEntries {...{ service, glossaries, opened, open }} reload={again} />
          </>
        )}
      </Shown>
      {opened === NEW_ID ? (
        <NewGlossaryDialog {...{ service, languages }} onClose={() => open()} onMade={again} />
      ) : null}
    </>
  );
}

interface GlossaryListProps {
  readonly service: Service;
  readonly glossaries: readonly Glossary[];
  readonly reload: () => void;
  /** Without an id it closes what is open. */
  readonly open: (id?: string) => void;
}

/** The entries that the address names. */
function OpenedEntries(props: GlossaryListProps & { readonly opened: string | undefined }) {
  const { service, glossaries, opened, open, reload } = props;
  const found = glossaries
    .flatMap((glossary) => glossary.dictionaries.map((pair) => ({ glossary, pair })))
    .find(({ glossary, pair }) => addressOf(glossary, pair) === opened);
  if (found === undefined) return null;
  return <EntriesDialog {...{ service, ...found }} onClose={() => open()} onSaved={reload} />;
}

function GlossaryList({ service, glossaries, reload, open }: GlossaryListProps) {
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
      render={(glossary) => <GlossaryItem {...{ service, glossary, reload, open }} />}
    />
  );
}

interface GlossaryItemProps extends Omit<GlossaryListProps, 'glossaries'> {
  readonly glossary: Glossary;
}

function GlossaryItem({ service, glossary, reload, open }: GlossaryItemProps) {
  const text = useText();
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
            <Button key={pairName(one)} onPress={() => open(addressOf(glossary, one))}>
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
    </article>
  );
}
