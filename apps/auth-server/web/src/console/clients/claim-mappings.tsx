import { Button, CodeSample, complain, IconButton, say, TextField } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { Trash2 } from '@sextant/web/icons';
import { useState } from 'react';
import { queryOf, type Client, type UserPage } from '../calls.js';
import { SelectField } from '../select-field.js';
import { useText } from '../strings/index.js';
import {
  emptyRow,
  mappingOf,
  PLACES,
  rowOf,
  SOURCES,
  type MappingRow,
  type Source,
} from './claim-rows.js';
import type { ClientPartProps } from './client-settings.js';

/** Claims beyond those of the scopes, and what a person's would be. */
export function ClaimMappings({ api, client, onChanged }: ClientPartProps) {
  const text = useText();
  const [rows, setRows] = useState(() => (client.claim_mappings ?? []).map(rowOf));
  const save = () => {
    const body = { claim_mappings: rows.map(mappingOf) };
    api<Client>(`/clients/${client.id}`, { method: 'PATCH', body }).then((answer) => {
      say(text('client.saved'));
      onChanged(answer.body);
    }, complain);
  };
  const change = (at: number, part: Partial<MappingRow>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <>
      <p className="sx-muted">{text('claims.about')}</p>
      {rows.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          onChange={(part) => change(at, part)}
          onRemove={() => setRows(rows.filter((_row, index) => index !== at))}
        />
      ))}
      <div className="console-actions">
        <Button onPress={() => setRows([...rows, emptyRow()])}>{text('claims.add')}</Button>
        <Button kind="primary" onPress={save}>
          {text('save')}
        </Button>
      </div>
      <Preview api={api} client={client} />
    </>
  );
}

interface RowProps {
  readonly row: MappingRow;
  readonly onChange: (part: Partial<MappingRow>) => void;
  readonly onRemove: () => void;
}

function Row({ row, onChange, onRemove }: RowProps) {
  const text = useText();
  return (
    <div className="console-filter" role="group" aria-label={row.claim || text('claims.new')}>
      <TextField
        label={text('claims.claim')}
        value={row.claim}
        onChange={(claim) => onChange({ claim })}
      />
      <SelectField
        label={text('claims.source')}
        value={row.source}
        onChange={(source) => onChange({ source: source as Source })}
        options={SOURCES.map((source) => [source, text(`claims.${source}`)])}
      />
      <TextField
        label={text(`claims.${row.source}`)}
        value={row.from}
        onChange={(from) => onChange({ from })}
      />
      <SelectField
        label={text('claims.place')}
        value={row.place}
        onChange={(place) => onChange({ place })}
        options={Object.keys(PLACES).map((place) => [place, place])}
      />
      <IconButton icon={Trash2} label={text('claims.remove')} onPress={onRemove} />
    </div>
  );
}

function Preview({ api, client }: { readonly api: Api; readonly client: Client }) {
  const text = useText();
  const [name, setName] = useState('');
  const [claims, setClaims] = useState<unknown>();
  const look = async () => {
    const { body } = await api<UserPage>(`/users?${queryOf({ q: name.trim(), limit: 1 })}`);
    const [user] = body.users;
    if (user === undefined) throw new Error(text('users.none'));
    const told = await api(`/clients/${client.id}/claims?${queryOf({ user: user.id })}`);
    setClaims({ username: user.username, ...(told.body as object) });
  };
  return (
    <>
      <h3>{text('claims.preview')}</h3>
      <div className="console-filter">
        <TextField label={text('users.search')} value={name} onChange={setName} />
        <Button isDisabled={name.trim() === ''} onPress={() => void look().catch(complain)}>
          {text('claims.look')}
        </Button>
      </div>
      {claims === undefined ? null : (
        <CodeSample
          title={text('claims.preview')}
          code={JSON.stringify(claims, null, 2)}
          language="json"
        />
      )}
    </>
  );
}
