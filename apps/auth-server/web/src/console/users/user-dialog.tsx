import { Button, complain, Dialog, say, Tabs } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { AskedButton } from '../asked-button.js';
import type { User } from '../calls.js';
import { useText } from '../strings/index.js';
import { FactorList, SessionList } from './user-parts.js';
import { UserProfile } from './user-profile.js';

export interface UserDialogProps {
  readonly api: Api;
  readonly user: User;
  readonly onClose: () => void;
}

/** One user: who it is, what it may do, where it is signed in, and what ends that. */
export function UserDialog({ api, user, onClose }: UserDialogProps) {
  const text = useText();
  const path = `/users/${user.id}`;
  const [isActive, setActive] = useState(user.is_active);
  const access = (
    <>
      <SessionList key={String(isActive)} api={api} path={path} />
      <FactorList api={api} path={path} />
    </>
  );
  return (
    <Dialog
      title={user.username}
      isOpen
      onClose={onClose}
      actions={
        <>
          <LockButton {...{ api, path, user, isActive }} onChanged={setActive} />
          <Button onPress={onClose}>{text('close')}</Button>
        </>
      }
    >
      <Tabs
        label={user.username}
        items={[
          {
            id: 'profile',
            title: text('user.profile'),
            content: <UserProfile {...{ api, path, user }} />,
          },
          { id: 'sessions', title: text('user.access'), content: access },
        ]}
      />
    </Dialog>
  );
}

interface LockButtonProps extends Pick<UserDialogProps, 'api' | 'user'> {
  /** Of the user. */
  readonly path: string;
  readonly isActive: boolean;
  readonly onChanged: (isActive: boolean) => void;
}

function LockButton({ api, path, user, isActive, onChanged }: LockButtonProps) {
  const text = useText();
  const toggle = () => {
    api(path, { method: 'PATCH', body: { is_active: !isActive } }).then(() => {
      say(text(isActive ? 'user.wasLocked' : 'user.wasUnlocked'));
      onChanged(!isActive);
    }, complain);
  };
  if (!isActive) return <Button onPress={toggle}>{text('user.unlock')}</Button>;
  return (
    <AskedButton
      kind="danger"
      label={text('user.lock')}
      about={text('user.lockAbout', { name: user.username })}
      onConfirm={toggle}
    />
  );
}
