import { Button, Card, TextField, useOpened } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { queryOf, type User, type UserPage } from '../calls.js';
import { ImportDialog } from './import-dialog.js';
import { InviteDialog } from './invite-dialog.js';
import { LoadedPart } from '../loaded-part.js';
import { OpenedPart } from '../opened-part.js';
import { Pager, PAGE_SIZE } from '../pager.js';
import { SearchForm } from '../search-form.js';
import { SelectField } from '../select-field.js';
import { useText } from '../strings/index.js';
import { useLoaded } from '../use-loaded.js';
import { UserDialog } from './user-dialog.js';
import { UserTable } from './user-table.js';

const EVERYBODY = { q: '', state: '' };
type Search = typeof EVERYBODY;
const STATES: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  active: { active: 'true' },
  locked: { active: 'false' },
  admin: { admin: 'true' },
};

/** One request for a page of the list, two more for a user that is opened. */
export function UsersPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [search, setSearch] = useState(EVERYBODY);
  const [offset, setOffset] = useState(0);
  const [opened, open] = useOpened();
  const [seen, setSeen] = useState<User>();
  const query = queryOf({ q: search.q, limit: PAGE_SIZE, offset, ...STATES[search.state] });
  const users = useLoaded<UserPage>(api, `/users?${query}`);
  const close = () => {
    open();
    users.reload();
  };
  const show = (user: User) => {
    setSeen(user);
    open(user.id);
  };
  const find = (wanted: Search) => {
    setOffset(0);
    setSearch(wanted);
  };
  return (
    <Card title={text('users')} aside={<Actions onChoose={open} />}>
      <UserSearch onSearch={find} />
      <LoadedPart loaded={users}>
        {({ users: list, total }) => (
          <>
            <UserTable users={list} onOpen={show} />
            <Pager offset={offset} total={total} onGo={setOffset} />
          </>
        )}
      </LoadedPart>
      <Opened api={api} id={opened} seen={seen} onClose={close} />
    </Card>
  );
}

interface OpenedUserProps {
  readonly api: Api;
  readonly id: string | undefined;
  readonly seen: User | undefined;
  readonly onClose: () => void;
}

/** A person, or one of the two ways to get more of them: no id of a person has their names. */
function Opened({ api, id, seen, onClose }: OpenedUserProps) {
  if (id === undefined) return null;
  if (id === 'invite') return <InviteDialog api={api} onClose={onClose} />;
  if (id === 'import') return <ImportDialog api={api} onClose={onClose} />;
  const known = seen?.id === id ? seen : undefined;
  return (
    <OpenedPart<User>
      key={id}
      {...{ api, onClose }}
      path={`/users/${encodeURIComponent(id)}`}
      seen={known}
    >
      {(user) => <UserDialog api={api} user={user} onClose={onClose} />}
    </OpenedPart>
  );
}

function Actions({ onChoose }: { readonly onChoose: (dialog: 'invite' | 'import') => void }) {
  const text = useText();
  return (
    <span className="console-actions">
      <Button onPress={() => onChoose('import')}>{text('users.import')}</Button>
      <Button kind="primary" onPress={() => onChoose('invite')}>
        {text('users.invite')}
      </Button>
    </span>
  );
}

function UserSearch({ onSearch }: { readonly onSearch: (wanted: Search) => void }) {
  const text = useText();
  const [draft, setDraft] = useState(EVERYBODY);
  return (
    <SearchForm onSearch={() => onSearch(draft)}>
      <TextField
        label={text('users.search')}
        value={draft.q}
        onChange={(q) => setDraft({ ...draft, q })}
      />
      <SelectField
        label={text('users.state')}
        value={draft.state}
        onChange={(state) => setDraft({ ...draft, state })}
        options={[
          ['', text('users.all')],
          ['active', text('users.active')],
          ['locked', text('users.locked')],
          ['admin', text('users.admins')],
        ]}
      />
    </SearchForm>
  );
}
