import { PageFrame, part, Tabs } from '@sextant/web';
import { createApi } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useMemo } from 'react';
import { EventsPanel } from './events-panel.js';
import { useText } from './strings/index.js';

const QueuesPanel = part(async () => (await import('./queues-panel.js')).QueuesPanel);
const DeadLettersPanel = part(
  async () => (await import('./dead-letters-panel.js')).DeadLettersPanel,
);
const TemplatesPanel = part(async () => (await import('./templates-panel.js')).TemplatesPanel);
const SilencesPanel = part(async () => (await import('./silences-panel.js')).SilencesPanel);
const ConfigurationPanel = part(
  async () => (await import('./configuration-panel.js')).ConfigurationPanel,
);

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
    <PageFrame title={text('title')} about={text('about')} signIn={signIn}>
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
