import { PageFrame, Tabs } from '@sextant/web';
import { createApi } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useMemo } from 'react';
import { ConfigurationPanel } from './configuration-panel.js';
import { DeadLettersPanel } from './dead-letters-panel.js';
import { EventsPanel } from './events-panel.js';
import { QueuesPanel } from './queues-panel.js';
import { SilencesPanel } from './silences-panel.js';
import { useText } from './strings/index.js';
import { TemplatesPanel } from './templates-panel.js';

/** What operators of the relay look at and try. */
export function ConsolePage({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const api = useMemo(
    () => createApi({ base: '/relay', token: signIn.token, renew: signIn.renew }),
    [signIn],
  );
  const panels = [
    { id: 'events', content: <EventsPanel api={api} signIn={signIn} /> },
    { id: 'queues', content: <QueuesPanel api={api} /> },
    { id: 'letters', content: <DeadLettersPanel api={api} /> },
    { id: 'templates', content: <TemplatesPanel api={api} /> },
    { id: 'silences', content: <SilencesPanel api={api} /> },
    { id: 'configuration', content: <ConfigurationPanel api={api} /> },
  ] as const;
  return (
    <PageFrame title={text('title')} signIn={signIn}>
      <SignInGate signIn={signIn} about={text('signIn.about')} needs="relay:admin">
        <Tabs
          path={signIn.page}
          label={text('title')}
          items={panels.map((panel) => ({ ...panel, title: text(`tab.${panel.id}`) }))}
        />
      </SignInGate>
    </PageFrame>
  );
}
