import { Button, Card, complain, DataTable, Moment, TextField, Tip } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { queryOf, type AuditRecord } from './calls.js';
import { LoadedPart } from './loaded-part.js';
import { SearchForm } from './search-form.js';
import { useText } from './strings/index.js';
import { useLoaded } from './use-loaded.js';

const PAGE = 50;
const NOTHING = { type: '', actor: '', subject: '' };
type Filter = typeof NOTHING;

/** One request for a page; a file is another. */
export function AuditPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [filter, setFilter] = useState(NOTHING);
  const [before, setBefore] = useState<readonly number[]>([]);
  const path = `/audit?${queryOf({ ...filter, limit: PAGE, before: before.at(-1) })}`;
  const audit = useLoaded<{ readonly records: readonly AuditRecord[] }>(api, path);
  const search = (wanted: Filter) => {
    setBefore([]);
    setFilter(wanted);
  };
  const save = () => {
    api<string>(`/audit/export?${queryOf(filter)}`).then(({ body }) => download(body), complain);
  };
  const more = (records: readonly AuditRecord[]) =>
    setBefore([...before, records.at(-1)?.sequence ?? 1]);
  return (
    <Card title={text('audit')} aside={<Button onPress={save}>{text('audit.export')}</Button>}>
      <AuditSearch onSearch={search} />
      <LoadedPart loaded={audit}>
        {({ records }) => (
          <>
            <AuditTable records={records} />
            <nav className="console-actions" aria-label={text('pager')}>
              <Button
                isDisabled={before.length === 0}
                onPress={() => setBefore(before.slice(0, -1))}
              >
                {text('pager.before')}
              </Button>
              <Button isDisabled={records.length < PAGE} onPress={() => more(records)}>
                {text('pager.next')}
              </Button>
            </nav>
          </>
        )}
      </LoadedPart>
    </Card>
  );
}

function AuditSearch({ onSearch }: { readonly onSearch: (wanted: Filter) => void }) {
  const text = useText();
  const [draft, setDraft] = useState(NOTHING);
  const fields = [
    ['type', text('audit.type')],
    ['actor', text('audit.actor')],
    ['subject', text('audit.subject')],
  ] as const;
  return (
    <SearchForm onSearch={() => onSearch(draft)}>
      {fields.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={draft[name]}
          onChange={(value) => setDraft({ ...draft, [name]: value })}
        />
      ))}
    </SearchForm>
  );
}

/** A name says more than an id, which shows under the pointer, and when the name has the focus. */
function Named({ id, name }: { readonly id: string; readonly name: string | null }) {
  if (name === null) return id;
  return (
    <Tip about={id} className="console-name">
      {name}
    </Tip>
  );
}

function AuditTable({ records }: { readonly records: readonly AuditRecord[] }) {
  const text = useText();
  return (
    <DataTable
      label={text('audit')}
      items={records}
      keyOf={({ sequence }) => sequence}
      none={text('audit.none')}
      columns={[
        [text('audit.at'), ({ at }) => <Moment at={at} />],
        [text('audit.type'), ({ type }) => type],
        [text('audit.actor'), ({ actor, actor_name }) => <Named id={actor} name={actor_name} />],
        [
          text('audit.subject'),
          ({ subject, subject_name }) => <Named id={subject} name={subject_name} />,
        ],
        [text('audit.details'), ({ details }) => <code>{JSON.stringify(details)}</code>],
        ['IP', ({ ip }) => ip],
      ]}
    />
  );
}

/** The token is in memory: a plain link to the file would have none. */
function download(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'audit.csv';
  link.click();
  URL.revokeObjectURL(address);
}
