import { Button, complain, Dialog, say, Switch, TextField } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { useText } from '../strings/index.js';

export interface DialogPartProps {
  readonly api: Api;
  readonly onClose: () => void;
}

/** Mails a link with which somebody makes an account. */
export function InviteDialog({ api, onClose }: DialogPartProps) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState('');
  const [isAdmin, setAdmin] = useState(false);
  const send = () => {
    const body = {
      email,
      roles: roles.split(/\s+/).filter(Boolean),
      ...(isAdmin ? { is_admin: true } : {}),
    };
    api('/users/invitations', { method: 'POST', body }).then(() => {
      say(text('invite.sent', { email }));
      onClose();
    }, complain);
  };
  return (
    <Dialog
      title={text('users.invite')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text('close')}</Button>
          <Button kind="primary" isDisabled={email === ''} onPress={send}>
            {text('invite.send')}
          </Button>
        </>
      }
    >
      <TextField label={text('user.email')} value={email} onChange={setEmail} />
      <TextField label={text('user.roles')} value={roles} onChange={setRoles} />
      <Switch isSelected={isAdmin} onChange={setAdmin}>
        {text('invite.admin')}
      </Switch>
    </Dialog>
  );
}
