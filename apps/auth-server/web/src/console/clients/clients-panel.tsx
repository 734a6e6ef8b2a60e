import { Button, Card, DataTable, StatusBadge, TextField, useAsked, useOpened } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { queryOf, type Client, type ClientPage } from '../calls.js';
import { ClientDialog } from './client-dialog.js';
import { ClientWizard } from './client-wizard.js';
import { LoadedPart } from '../loaded-part.js';
import { OpenedPart } from '../opened-part.js';
import { Pager, PAGE_SIZE } from '../pager.js';
import { SearchForm } from '../search-form.js';
import { useText } from '../strings/index.js';
import { useLoaded } from '../use-loaded.js';

export interface ClientsPanelProps {
  readonly api: Api;
  readonly issuer: string;
}

/** The list, or the wizard in its place; over them the client that is opened or has just been made. */
export function ClientsPanel({ api, issuer }: ClientsPanelProps) {
  const [isMaking, setMaking] = useAsked('client');
  const [opened, open] = useOpened();
  const [seen, setSeen] = useState<Client>();
  const [turn, setTurn] = useState(0);
  const show = (client: Client) => {
    setSeen(client);
    open(client.id);
  };
  const close = () => {
    // The secret of a new one is shown this once.
    setSeen(undefined);
    open();
    setTurn(turn + 1);
  };
  return (
    <>
      {isMaking ? (
        <ClientWizard api={api} onMade={show} onClose={() => setMaking(false)} />
      ) : (
        <ClientList key={turn} api={api} onOpen={show} onMake={() => setMaking(true)} />
      )}
      {opened === undefined ? null : (
        <OpenedPart<Client>
          key={opened}
          api={api}
          path={`/clients/${encodeURIComponent(opened)}`}
          seen={seen?.id === opened ? seen : undefined}
          onClose={close}
        >
          {(client) => <ClientDialog {...{ api, issuer, client }} onClose={close} />}
        </OpenedPart>
      )}
    </>
  );
}

interface ClientListProps {
  readonly api: Api;
  readonly onOpen: (client: Client) => void;
  readonly onMake: () => void;
}

/** One request for a page. */
function ClientList({ api, onOpen, onMake }: ClientListProps) {
  const text = useText();
  const [draft, setDraft] = useState('');
  const [{ q, offset }, setWanted] = useState({ q: '', offset: 0 });
  const path = `/clients?${queryOf({ q, limit: PAGE_SIZE, offset })}`;
  const clients = useLoaded<ClientPage>(api, path);
  const make = (
    <Button kind="primary" onPress={onMake}>
      {text('clients.new')}
    </Button>
  );
  return (
    <Card title={text('clients')} aside={make}>
      <SearchForm onSearch={() => setWanted({ q: draft, offset: 0 })}>
        <TextField label={text('clients.search')} value={draft} onChange={setDraft} />
      </SearchForm>
      <LoadedPart loaded={clients}>
        {({ clients: list, total }) => (
          <>
            <ClientTable clients={list} onOpen={onOpen} />
            <Pager offset={offset} total={total} onGo={(to) => setWanted({ q, offset: to })} />
          </>
        )}
      </LoadedPart>
    </Card>
  );
}

interface ClientTableProps {
  readonly clients: readonly Client[];
  readonly onOpen: (client: Client) => void;
}

function ClientTable({ clients, onOpen }: ClientTableProps) {
  const text = useText();
  const types = { public: text('client.public'), confidential: text('client.confidential') };
  return (
    <DataTable
      label={text('clients')}
      items={clients}
      keyOf={({ id }) => id}
      none={text('clients.none')}
      columns={[
        [
          text('client.name'),
          (client) => (
            <Button kind="quiet" onPress={() => onOpen(client)}>
              {client.client_name}
            </Button>
          ),
        ],
        ['client_id', ({ client_id }) => <code>{client_id}</code>],
        [text('client.type'), ({ client_type }) => types[client_type]],
        [text('user.state'), ({ is_active }) => <ActiveBadge isActive={is_active} />],
      ]}
    />
  );
}

export function ActiveBadge({ isActive }: { readonly isActive: boolean }) {
  const text = useText();
  return (
    <StatusBadge tone={isActive ? 'good' : 'bad'}>
      {text(isActive ? 'client.active' : 'client.inactive')}
    </StatusBadge>
  );
}
