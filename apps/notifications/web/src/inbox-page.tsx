import { PageFrame, Tabs } from '@sextant/web';
import { createApi } from '@sextant/web/api';
import { SignInGate, useSession, type SignIn } from '@sextant/web/session';
import { useMemo } from 'react';
import { Inbox } from './inbox.js';
import { endPush } from './push.js';
import { SettingsPanel } from './settings-panel.js';
import { useText } from './strings/index.js';

/** The notifications of whoever is signed in. */
export function InboxPage({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const session = useSession(signIn);
  const api = useMemo(
    () => createApi({ base: '/api/notifications', token: signIn.token, renew: signIn.renew }),
    [signIn],
  );
  const signOut = async () => {
    // Nothing is to arrive any more on this browser for who was signed in.
    await endPush(api);
    await signIn.signOut();
  };
  const account =
    session.kind === 'signed-in'
      ? { name: session.name, onSignOut: () => void signOut() }
      : undefined;
  return (
    <PageFrame title={text('title')} account={account}>
      <SignInGate signIn={signIn} about={text('signIn.about')}>
        <Tabs
          label={text('title')}
          items={[
            {
              id: 'list',
              title: text('tab.list'),
              content: <Inbox api={api} signIn={signIn} />,
            },
            { id: 'settings', title: text('tab.settings'), content: <SettingsPanel api={api} /> },
          ]}
        />
      </SignInGate>
    </PageFrame>
  );
}
