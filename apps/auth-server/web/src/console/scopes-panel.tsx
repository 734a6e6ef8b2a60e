import { Button, Card, complain, DataTable, Dialog, say, TextField, useOpened } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState, type ReactNode } from 'react';
import { AskedButton } from './asked-button.js';
import type { Scope } from './calls.js';
import { ActiveBadge } from './clients/clients-panel.js';
import { LoadedPart } from './loaded-part.js';
import { OpenedPart } from './opened-part.js';
import { useText } from './strings/index.js';
import { useLoaded } from './use-loaded.js';

type ShownScope = Omit<Scope, 'is_default'>;

/** No id of a scope; the address of the dialog for a new one. */
const NEW_ID = 'new';
const NEW: ShownScope = { scope_name: '', description: '', roles: [], is_active: true, id: NEW_ID };

/** One request. */
export function ScopesPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const scopes = useLoaded<{ readonly scopes: readonly Scope[] }>(api, '/scopes');
  const [opened, open] = useOpened();
  const [seen, setSeen] = useState<ShownScope>();
  const close = () => {
    // What was seen is out of date when it has been changed.
    setSeen(undefined);
    open();
    scopes.reload();
  };
  const show = (scope: ShownScope) => {
    setSeen(scope);
    open(scope.id);
  };
  const known = opened === NEW_ID ? NEW : seen;
  return (
    <Card
      title={text('scopes')}
      aside={
        <Button kind="primary" onPress={() => show(NEW)}>
          {text('scopes.new')}
        </Button>
      }
    >
      <LoadedPart loaded={scopes}>
        {({ scopes: list }) => <ScopeTable scopes={list} onOpen={show} />}
      </LoadedPart>
      {opened === undefined ? null : (
        <OpenedPart<ShownScope>
          key={opened}
          {...{ api, onClose: close }}
          path={`/scopes/${encodeURIComponent(opened)}`}
          seen={known?.id === opened ? known : undefined}
        >
          {(scope) => <ScopeDialog api={api} scope={scope} onClose={close} />}
        </OpenedPart>
      )}
    </Card>
  );
}

interface ScopeTableProps {
  readonly scopes: readonly Scope[];
  readonly onOpen: (scope: Scope) => void;
}

function ScopeTable({ scopes, onOpen }: ScopeTableProps) {
  const text = useText();
  return (
    <DataTable
      label={text('scopes')}
      items={scopes}
      keyOf={({ id }) => id}
      columns={[
        [
          text('scope.name'),
          (scope) => (
            <Button kind="quiet" onPress={() => onOpen(scope)}>
              {scope.scope_name}
            </Button>
          ),
          ({ scope_name: name }) => name,
        ],
        [text('scope.description'), ({ description }) => description],
        [text('scope.roles'), ({ roles }) => roles.join(', '), ({ roles }) => roles.join(', ')],
        [
          text('user.state'),
          ({ is_active }) => <ActiveBadge isActive={is_active} />,
          ({ is_active }) => Number(is_active),
        ],
      ]}
    />
  );
}

interface ScopeDialogProps {
  readonly api: Api;
  readonly scope: ShownScope;
  readonly onClose: () => void;
}

function ScopeDialog({ api, scope, onClose }: ScopeDialogProps) {
  const text = useText();
  const isNew = scope.id === NEW_ID;
  const [name, setName] = useState(scope.scope_name);
  const [description, setDescription] = useState(scope.description);
  const [roles, setRoles] = useState(scope.roles.join(' '));
  const send = (body: object) => {
    const call = isNew
      ? api('/scopes', { method: 'POST', body: { scope_name: name, ...body } })
      : api(`/scopes/${scope.id}`, { method: 'PATCH', body });
    call.then(() => {
      say(text('scopes.saved'));
      onClose();
    }, complain);
  };
  const change = () => send({ is_active: !scope.is_active });
  const toggle = isNew ? null : scope.is_active ? (
    <AskedButton
      kind="danger"
      label={text('client.deactivate')}
      about={text('scope.deactivateAbout', { name: scope.scope_name })}
      onConfirm={change}
    />
  ) : (
    <Button onPress={change}>{text('client.activate')}</Button>
  );
  const save = () => send({ description, roles: roles.split(/\s+/).filter(Boolean) });
  const actions = <Actions {...{ toggle, onClose, save }} isDisabled={name === ''} />;
  const title = isNew ? text('scopes.new') : scope.scope_name;
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions}>
      {isNew ? <TextField label={text('scope.name')} value={name} onChange={setName} /> : null}
      <TextField label={text('scope.description')} value={description} onChange={setDescription} />
      <TextField label={text('scope.roles')} value={roles} onChange={setRoles} />
    </Dialog>
  );
}

interface ActionsProps {
  readonly toggle: ReactNode;
  readonly onClose: () => void;
  readonly save: () => void;
  readonly isDisabled: boolean;
}

function Actions({ toggle, onClose, save, isDisabled }: ActionsProps) {
  const text = useText();
  return (
    <>
      {toggle}
      <Button onPress={onClose}>{text('close')}</Button>
      <Button kind="primary" isDisabled={isDisabled} onPress={save}>
        {text('save')}
      </Button>
    </>
  );
}
