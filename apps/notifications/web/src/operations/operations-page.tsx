import { PageFrame, part, Tabs } from '@sextant/web';
import { createApi } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useMemo } from 'react';
import { useText } from '../strings/index.js';
import { OverviewPanel } from './overview-panel.js';

const PushesPanel = part(async () => (await import('./pushes-panel.js')).PushesPanel);
const DeadLettersPanel = part(
  async () => (await import('./dead-letters-panel.js')).DeadLettersPanel,
);
const TrailPanel = part(async () => (await import('./trail-panel.js')).TrailPanel);

/** What operators see and do. */
export function OperationsPage({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const api = useMemo(
    () =>
      createApi({
        base: '/api/notifications/operations',
        token: signIn.token,
        renew: signIn.renew,
      }),
    [signIn],
  );
  const items = [
    { id: 'overview', title: text('operations.overview'), content: <OverviewPanel api={api} /> },
    { id: 'pushes', title: text('operations.pushes'), content: <PushesPanel api={api} /> },
    { id: 'letters', title: text('operations.letters'), content: <DeadLettersPanel api={api} /> },
    { id: 'trail', title: text('operations.trail'), content: <TrailPanel api={api} /> },
  ];
  return (
    <PageFrame title={text('operations.title')} signIn={signIn}>
      <SignInGate signIn={signIn} about={text('operations.about')} needs="notifications:admin">
        <Tabs path={signIn.page} label={text('operations.title')} items={items} />
      </SignInGate>
    </PageFrame>
  );
}
