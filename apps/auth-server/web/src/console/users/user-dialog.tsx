import { Button, complain, Dialog, say, TextField } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import type { User } from '../calls.js';
import { useText } from '../strings/index.js';
import { FactorList, SessionList } from './user-parts.js';

export interface UserDialogProps {
  readonly api: Api;
  readonly user: User;
  readonly onClose: () => void;
}

/** One user: sessions, factors, roles, and what ends them. */
export function UserDialog({ api, user, onClose }: UserDialogProps) {
  const text = useText();
  const path = `/users/${user.id}`;
  const [isActive, setActive] = useState(user.is_active);
  const lock = () => {
    const body = { is_active: !isActive };
    api(path, { method: 'PATCH', body }).then(() => {
      say(text(isActive ? 'user.wasLocked' : 'user.wasUnlocked'));
      setActive(!isActive);
    }, complain);
  };
  return (
    <Dialog
      title={user.username}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button kind={isActive ? 'danger' : 'plain'} onPress={lock}>
            {text(isActive ? 'user.lock' : 'user.unlock')}
          </Button>
          <Button onPress={onClose}>{text('close')}</Button>
        </>
      }
    >
      <p>
        {user.name} &lt;{user.email}&gt;
      </p>
      <Roles api={api} path={path} user={user} />
      <SessionList key={String(isActive)} api={api} path={path} />
      <FactorList api={api} path={path} />
    </Dialog>
  );
}

interface RolesProps {
  readonly api: Api;
  readonly path: string;
  readonly user: User;
}

function Roles({ api, path, user }: RolesProps) {
  const text = useText();
  const [roles, setRoles] = useState(user.roles.join(' '));
  const save = () => {
    const body = { roles: roles.split(/\s+/).filter(Boolean) };
    api(path, { method: 'PATCH', body }).then(() => say(text('user.rolesSaved')), complain);
  };
  return (
    <>
      <div className="console-filter">
        <TextField label={text('user.roles')} value={roles} onChange={setRoles} />
        <Button onPress={save}>{text('save')}</Button>
      </div>
      {user.group_roles.length === 0 ? null : (
        <p>{text('user.groupRoles', { roles: user.group_roles.join(', ') })}</p>
      )}
    </>
  );
}
