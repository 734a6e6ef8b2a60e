import { LoadingState, PageFrame, part, Tabs, usePathname } from '@sextant/web';
import { createApi, type Api } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useEffect, useMemo, useState } from 'react';
import { Inbox } from './inbox.js';
import { endPush } from './push.js';
import { reachesAnybody, targetsOf, type Targets } from './sent/messages.js';
import { useText } from './strings/index.js';

const SentPanel = part(async () => (await import('./sent/sent-panel.js')).SentPanel);
const SettingsPanel = part(async () => (await import('./settings-panel.js')).SettingsPanel);

/** The notifications of whoever is signed in. */
export function InboxPage({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const api = useMemo(
    () => createApi({ base: '/api/notifications', token: signIn.token, renew: signIn.renew }),
    [signIn],
  );
  const signOut = async () => {
    // Nothing is to arrive any more on this browser for who was signed in.
    await endPush(api);
    await signIn.signOut();
  };
  return (
    <PageFrame title={text('title')} signIn={signIn} onSignOut={signOut}>
      <SignInGate signIn={signIn} about={text('signIn.about')}>
        <Parts api={api} signIn={signIn} />
      </SignInGate>
    </PageFrame>
  );
}

interface PartsProps {
  readonly api: Api;
  readonly signIn: SignIn;
}

/** Who may write to many has a part for that. */
function Parts({ api, signIn }: PartsProps) {
  const text = useText();
  const targets = useTargets(api);
  const isFirst = usePathname() === signIn.page;
  const list = {
    id: 'list',
    title: text('tab.list'),
    content: <Inbox api={api} signIn={signIn} />,
  };
  const settings = {
    id: 'settings',
    title: text('tab.settings'),
    content: <SettingsPanel api={api} />,
  };
  // Whether there is such a view is not known yet.
  if (targets === undefined && !isFirst) return <LoadingState />;
  const sent =
    targets === undefined || !reachesAnybody(targets)
      ? []
      : [
          {
            id: 'sent',
            title: text('tab.sent'),
            content: <SentPanel api={api} targets={targets} />,
          },
        ];
  return <Tabs path={signIn.page} label={text('title')} items={[list, ...sent, settings]} />;
}

const NO_TARGETS: Targets = { academy: false, years: [], classes: [] };

function useTargets(api: Api): Targets | undefined {
  const [targets, setTargets] = useState<Targets>();
  useEffect(() => {
    // Without an answer people read all the same.
    targetsOf(api).then(setTargets, () => setTargets(NO_TARGETS));
  }, [api]);
  return targets;
}
