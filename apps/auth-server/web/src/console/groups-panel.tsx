import { Button, Card, complain, DataTable, Dialog, say, TextField, useOpened } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { queryOf, type Group, type GroupPage } from './calls.js';
import { LoadedPart } from './loaded-part.js';
import { OpenedPart } from './opened-part.js';
import { Pager, PAGE_SIZE } from './pager.js';
import { useText } from './strings/index.js';
import { useLoaded } from './use-loaded.js';

/** One request for a page: groups of the directory, and the roles that they bring. */
export function GroupsPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [offset, setOffset] = useState(0);
  const [opened, open] = useOpened();
  const [seen, setSeen] = useState<Group>();
  const groups = useLoaded<GroupPage>(api, `/groups?${queryOf({ limit: PAGE_SIZE, offset })}`);
  const close = () => {
    // What was seen is out of date when it has been changed.
    setSeen(undefined);
    open();
    groups.reload();
  };
  const show = (group: Group) => {
    setSeen(group);
    open(group.id);
  };
  return (
    <Card title={text('groups')}>
      <p>{text('groups.about')}</p>
      <LoadedPart loaded={groups}>
        {({ groups: list, total }) => (
          <>
            <GroupTable groups={list} onOpen={show} />
            <Pager offset={offset} total={total} onGo={setOffset} />
          </>
        )}
      </LoadedPart>
      {opened === undefined ? null : (
        <OpenedPart<Group>
          key={opened}
          {...{ api, onClose: close }}
          path={`/groups/${encodeURIComponent(opened)}`}
          seen={seen?.id === opened ? seen : undefined}
        >
          {(group) => <GroupDialog api={api} group={group} onClose={close} />}
        </OpenedPart>
      )}
    </Card>
  );
}

interface GroupTableProps {
  readonly groups: readonly Group[];
  readonly onOpen: (group: Group) => void;
}

function GroupTable({ groups, onOpen }: GroupTableProps) {
  const text = useText();
  return (
    <DataTable
      label={text('groups')}
      items={groups}
      keyOf={({ id }) => id}
      none={text('groups.none')}
      columns={[
        [
          text('group.name'),
          (group) => (
            <Button kind="quiet" onPress={() => onOpen(group)}>
              {group.name}
            </Button>
          ),
        ],
        [text('group.roles'), ({ roles }) => roles.join(', ')],
        [text('group.externalId'), ({ external_id }) => external_id],
      ]}
    />
  );
}

interface GroupDialogProps {
  readonly api: Api;
  readonly group: Group;
  readonly onClose: () => void;
}

function GroupDialog({ api, group, onClose }: GroupDialogProps) {
  const text = useText();
  const [roles, setRoles] = useState(group.roles.join(' '));
  const save = () => {
    const body = { roles: roles.split(/\s+/).filter(Boolean) };
    api(`/groups/${group.id}`, { method: 'PATCH', body }).then(() => {
      say(text('groups.saved'));
      onClose();
    }, complain);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{text('close')}</Button>
      <Button kind="primary" onPress={save}>
        {text('save')}
      </Button>
    </>
  );
  return (
    <Dialog title={group.name} isOpen onClose={onClose} actions={actions}>
      <TextField label={text('user.roles')} value={roles} onChange={setRoles} />
    </Dialog>
  );
}
