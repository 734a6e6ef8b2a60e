import { PageFrame, part, Tabs } from '@sextant/web';
import { createApi } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useMemo } from 'react';
import { OverviewPanel } from './overview-panel.js';
import { useText } from './strings/index.js';

const UsersPanel = part(async () => (await import('./users/users-panel.js')).UsersPanel);
const ClientsPanel = part(async () => (await import('./clients/clients-panel.js')).ClientsPanel);
const GroupsPanel = part(async () => (await import('./groups-panel.js')).GroupsPanel);
const ScopesPanel = part(async () => (await import('./scopes-panel.js')).ScopesPanel);
const AuditPanel = part(async () => (await import('./audit-panel.js')).AuditPanel);
const KeysPanel = part(async () => (await import('./keys-panel.js')).KeysPanel);

export interface ConsolePageProps {
  readonly signIn: SignIn;
  readonly issuer: string;
}

/** The admin API, for people: whoever signs in here and is no administrator is refused by it. */
export function ConsolePage({ signIn, issuer }: ConsolePageProps) {
  const text = useText();
  const api = useMemo(
    () => createApi({ base: '/admin', token: signIn.token, renew: signIn.renew }),
    [signIn],
  );
  return (
    <PageFrame title={text('title')} signIn={signIn}>
      <SignInGate signIn={signIn} about={text('signIn.about')} needs="admin">
        <Tabs
          path={signIn.page}
          label={text('title')}
          items={[
            { id: 'overview', title: text('overview'), content: <OverviewPanel api={api} /> },
            { id: 'users', title: text('users'), content: <UsersPanel api={api} /> },
            {
              id: 'clients',
              title: text('clients'),
              content: <ClientsPanel api={api} issuer={issuer} />,
            },
            { id: 'groups', title: text('groups'), content: <GroupsPanel api={api} /> },
            { id: 'scopes', title: text('scopes'), content: <ScopesPanel api={api} /> },
            { id: 'audit', title: text('audit'), content: <AuditPanel api={api} /> },
            { id: 'keys', title: text('keys'), content: <KeysPanel api={api} /> },
          ]}
        />
      </SignInGate>
    </PageFrame>
  );
}
