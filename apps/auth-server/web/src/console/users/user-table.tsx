import { Button, DataTable, Moment, StatusBadge } from '@sextant/web';
import type { User } from '../calls.js';
import { useText } from '../strings/index.js';

export interface UserTableProps {
  readonly users: readonly User[];
  readonly onOpen: (user: User) => void;
}

export function UserTable({ users, onOpen }: UserTableProps) {
  const text = useText();
  return (
    <DataTable
      label={text('users')}
      items={users}
      keyOf={({ id }) => id}
      none={text('users.none')}
      columns={[
        [
          text('user.username'),
          (user) => (
            <Button kind="quiet" onPress={() => onOpen(user)}>
              {user.username}
            </Button>
          ),
        ],
        [text('user.name'), ({ name }) => name],
        [text('user.email'), ({ email }) => email],
        [text('user.state'), (user) => <UserState user={user} />],
        [text('user.lastLogin'), ({ last_login }) => <Moment at={last_login} />],
      ]}
    />
  );
}

function UserState({ user }: { readonly user: User }) {
  const text = useText();
  if (!user.is_active) return <StatusBadge tone="bad">{text('users.locked')}</StatusBadge>;
  if (user.is_admin) return <StatusBadge tone="warning">{text('user.admin')}</StatusBadge>;
  return <StatusBadge tone="good">{text('users.active')}</StatusBadge>;
}
