import {
  Button,
  complain,
  EmptyState,
  EndButton,
  FileDrop,
  MoreList,
  Shown,
  useLoaded,
  useOpened,
} from '@sextant/web';
import { useCallback } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { createLexicon, deleteLexicon, listLexicons, type Lexicon } from './lexicons.js';
import { RulesDialog } from './rules-dialog.js';

/** No id of a lexicon; the address of the dialog for a new one. */
const NEW_ID = 'new';

/** How the workspace wants words to be said. */
export function LexiconsTab({ service }: { readonly service: Service }) {
  const text = useText();
  const [opened, open] = useOpened();
  const ask = useCallback((signal: AbortSignal) => listLexicons(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  const take = ([file]: readonly File[]) => {
    const name = file?.name.replace(/\.[^.]*$/, '') ?? '';
    file
      ?.text()
      .then((pls) => createLexicon(service, { name, language: languageOf(pls), pls }))
      .then(reload)
      .catch(complain);
  };
  return (
    <>
      <div className="st-fields">
        <Button kind="primary" onPress={() => open(NEW_ID)}>
          {text('lexicons.new')}
        </Button>
      </div>
      <FileDrop
        label={text('lexicons.drop')}
        action={text('lexicons.import')}
        accepts={['.pls', '.xml']}
        onFiles={take}
      />
      <Shown state={state} reload={reload}>
        {(lexicons) => (
          <>
            <LexiconList {...{ service, lexicons, reload, open }} />
            <OpenedLexicon {...{ service, lexicons, reload, open, opened }} />
          </>
        )}
      </Shown>
      {opened === NEW_ID ? (
        <RulesDialog {...{ service }} onClose={() => open()} onSaved={reload} />
      ) : null}
    </>
  );
}

/** The language of a PLS document; the service says what is wrong with one that has none. */
const languageOf = (pls: string): string => /xml:lang="([^"]+)"/.exec(pls)?.[1] ?? 'en';

interface LexiconListProps {
  readonly service: Service;
  readonly lexicons: readonly Lexicon[];
  readonly reload: () => Promise<void>;
  /** Without an id it closes what is open. */
  readonly open: (id?: string) => void;
}

/** The lexicon that the address names. */
function OpenedLexicon(props: LexiconListProps & { readonly opened: string | undefined }) {
  const { service, lexicons, reload, open, opened } = props;
  const lexicon = lexicons.find(({ id }) => id === opened);
  if (lexicon === undefined) return null;
  return <RulesDialog {...{ service, lexicon }} onClose={() => open()} onSaved={reload} />;
}

function LexiconList({ service, lexicons, reload, open }: LexiconListProps) {
  const text = useText();
  if (lexicons.length === 0) {
    return (
      <EmptyState title={text('lexicons.none')}>
        <p>{text('lexicons.about')}</p>
      </EmptyState>
    );
  }
  return (
    <MoreList
      label={text('tab.lexicons')}
      items={lexicons}
      keyOf={({ id }) => id}
      render={(lexicon) => <LexiconItem {...{ service, lexicon, reload, open }} />}
    />
  );
}

interface LexiconItemProps extends Omit<LexiconListProps, 'lexicons'> {
  readonly lexicon: Lexicon;
}

function LexiconItem({ service, lexicon, reload, open }: LexiconItemProps) {
  const text = useText();
  const { name, language, rules_count: count } = lexicon;
  const remove = () => void deleteLexicon(service, lexicon).then(reload).catch(complain);
  return (
    <article className="st-item" aria-label={name}>
      <div className="st-item-about">
        <h3>{name}</h3>
        <p className="sx-muted">{text('lexicons.size', { language, count })}</p>
      </div>
      <Button label={`${text('change')}: ${name}`} onPress={() => open(lexicon.id)}>
        {text('change')}
      </Button>
      <EndButton
        action={text('delete')}
        name={name}
        title={text('delete.title', { name })}
        about={text('lexicons.delete.about')}
        onConfirm={remove}
      />
    </article>
  );
}
