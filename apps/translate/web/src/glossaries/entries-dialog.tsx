import {
  Button,
  complain,
  Dialog,
  FileDrop,
  LoadingState,
  saveFile,
  say,
  TextField,
} from '@sextant/web';
import { useEffect, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import {
  entriesOf,
  pairName,
  putEntries,
  readEntries,
  tsvOf,
  type Entry,
  type Glossary,
  type Pair,
} from './glossaries.js';

export interface EntriesDialogProps {
  readonly service: Service;
  readonly glossary: Glossary;
  readonly pair: Pair;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** More at once make a page slow; the search finds the others. */
const SHOWN = 50;

/** The terms of one pair: search, change, add, take away, import and export. */
export function EntriesDialog({ service, glossary, pair, onClose, onSaved }: EntriesDialogProps) {
  const text = useText();
  const [entries, setEntries] = useState<readonly Entry[]>();
  useEffect(() => {
    entriesOf(service, glossary, pair).then(setEntries).catch(complain);
  }, [service, glossary, pair]);
  const store = () => {
    const whole = (entries ?? []).filter((entry) => entry.every((term) => term.trim() !== ''));
    putEntries(service, glossary, { pair, entries: whole })
      .then(() => {
        say(text('glossaries.saved', { count: whole.length }));
        onClose();
        onSaved();
      })
      .catch(complain);
  };
  return (
    <Dialog
      title={`${glossary.name}: ${pairName(pair)}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => give(glossary.name, entries ?? [])}>{text('export')}</Button>
          <Button kind="primary" isDisabled={entries === undefined} onPress={store}>
            {text('save')}
          </Button>
        </>
      }
    >
      {entries === undefined ? (
        <LoadingState />
      ) : (
        <EntryFields entries={entries} onChange={setEntries} />
      )}
    </Dialog>
  );
}

const give = (name: string, entries: readonly Entry[]): void =>
  saveFile(new Blob([tsvOf(entries)], { type: 'text/tab-separated-values' }), `${name}.tsv`);

interface EntryFieldsProps {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
}

function EntryFields({ entries, onChange }: EntryFieldsProps) {
  const text = useText();
  const [wanted, want] = useState('');
  const matches = (term: string) => term.toLowerCase().includes(wanted.toLowerCase());
  const found = [...entries.entries()].filter(([, entry]) => entry.some(matches));
  const take = ([file]: readonly File[]) => {
    file
      ?.text()
      .then((content) => onChange(merged(entries, readEntries(content))))
      .catch(complain);
  };
  return (
    <>
      <TextField label={text('search')} value={wanted} onChange={want} />
      <ul className="tr-entries" aria-label={text('entries')}>
        {found.slice(0, SHOWN).map(([at, entry]) => (
          <li key={at}>
            <EntryRow
              entry={entry}
              onChange={(changed) => onChange(entries.with(at, changed))}
              onDelete={() => onChange(entries.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {found.length > SHOWN ? (
        <p className="sx-muted">{text('entries.more', { count: found.length - SHOWN })}</p>
      ) : null}
      <Button onPress={() => onChange([['', ''], ...entries])}>{text('entry.add')}</Button>
      <FileDrop
        label={text('entries.drop')}
        action={text('entries.import')}
        accepts={['.tsv', '.txt']}
        onFiles={take}
      />
    </>
  );
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly onChange: (entry: Entry) => void;
  readonly onDelete: () => void;
}

function EntryRow({ entry: [source, target], onChange, onDelete }: EntryRowProps) {
  const text = useText();
  return (
    <div className="tr-entry">
      <TextField
        label={text('entry.source')}
        value={source}
        onChange={(value) => onChange([value, target])}
      />
      <TextField
        label={text('entry.target')}
        value={target}
        onChange={(value) => onChange([source, value])}
      />
      <Button kind="quiet" label={`${text('delete')}: ${source}`} onPress={onDelete}>
        ✕
      </Button>
    </div>
  );
}

/** A term of the file replaces the one that is there. */
const merged = (entries: readonly Entry[], others: readonly Entry[]): readonly Entry[] => [
  ...new Map([...entries, ...others].map((entry) => [entry[0], entry])).values(),
];
