import { Button, complain, say } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import type { User } from '../calls.js';
import { MemberForm } from '../member-form.js';
import type { Member, Members } from '../members.js';
import { useText } from '../strings/index.js';

const MEMBERS: readonly Member[] = [
  { name: 'email', kind: 'text', label: 'user.email' },
  { name: 'name', kind: 'text', label: 'user.name' },
  { name: 'given_name', kind: 'text', label: 'user.givenName' },
  { name: 'family_name', kind: 'text', label: 'user.familyName' },
  { name: 'academy_id', kind: 'text', label: 'user.academy' },
  { name: 'roles', kind: 'words', label: 'user.roles' },
  { name: 'is_admin', kind: 'switch', label: 'user.admin' },
  { name: 'is_verified', kind: 'switch', label: 'user.verified' },
];

interface UserProfileProps {
  readonly api: Api;
  /** Of the user. */
  readonly path: string;
  readonly user: User;
}

/** Who somebody is, and what they may do. */
export function UserProfile({ api, path, user: opened }: UserProfileProps) {
  const text = useText();
  const [user, setUser] = useState(opened);
  const save = async (changes: Members) => {
    const { body } = await api<User>(path, { method: 'PATCH', body: changes });
    say(text('user.saved'));
    setUser(body);
  };
  const verify = () => {
    api(`${path}/verification`, { method: 'POST' }).then(
      () => say(text('user.verificationSent', { email: user.email })),
      complain,
    );
  };
  return (
    <>
      <MemberForm members={MEMBERS} values={user as unknown as Members} onSave={save} />
      {user.group_roles.length === 0 ? null : (
        <p>{text('user.groupRoles', { roles: user.group_roles.join(', ') })}</p>
      )}
      {user.is_verified ? null : (
        <div className="console-actions">
          <Button onPress={verify}>{text('user.verify')}</Button>
        </div>
      )}
    </>
  );
}
