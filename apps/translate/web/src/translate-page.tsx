import { PageFrame, part, Shown, type TabItem, Tabs, useLoaded } from '@sextant/web';
import { SignInGate, useSession, type SignIn } from '@sextant/web/session';
import { useCallback, useMemo, type ReactNode } from 'react';
import { listLanguages } from './languages.js';
import { serviceOf, type Service } from './service.js';
import { useText } from './strings/index.js';
import { TextTab } from './text/text-tab.js';

const DocumentsTab = part(async () => (await import('./documents/documents-tab.js')).DocumentsTab);
const WritingTab = part(async () => (await import('./writing/writing-tab.js')).WritingTab);
const GlossariesTab = part(
  async () => (await import('./glossaries/glossaries-tab.js')).GlossariesTab,
);
const MemoriesTab = part(async () => (await import('./memories/memories-tab.js')).MemoriesTab);
const UsageTab = part(async () => (await import('./account/usage-tab.js')).UsageTab);
const KeysTab = part(async () => (await import('./account/keys-tab.js')).KeysTab);

/** Everything that the service does, for people. */
export function TranslatePage({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const session = useSession(signIn);
  const service = useMemo(() => serviceOf(signIn), [signIn]);
  const isIn = session.kind === 'signed-in';
  return (
    <PageFrame title={text('title')} signIn={signIn}>
      <SignInGate signIn={signIn} about={text('signIn.about')}>
        <Work
          path={signIn.page}
          service={service}
          isAdmin={isIn && session.scopes.includes('translate:admin')}
        />
      </SignInGate>
    </PageFrame>
  );
}

interface WorkProps {
  readonly path: string;
  readonly service: Service;
  readonly isAdmin: boolean;
}

function Work({ path, service, isAdmin }: WorkProps) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listLanguages(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(languages) => {
        const shared = { service, languages };
        const items = [
          kept(tab('text', text('tab.text'), <TextTab {...shared} />)),
          kept(tab('documents', text('tab.documents'), <DocumentsTab {...shared} />)),
          kept(tab('writing', text('tab.writing'), <WritingTab service={service} />)),
          tab('glossaries', text('tab.glossaries'), <GlossariesTab {...shared} />),
          tab('memories', text('tab.memories'), <MemoriesTab service={service} />),
          tab('usage', text('tab.usage'), <UsageTab {...{ service, isAdmin }} />),
        ];
        const keys = tab('keys', text('tab.keys'), <KeysTab service={service} />);
        return (
          <Tabs path={path} label={text('title')} items={isAdmin ? [...items, keys] : items} />
        );
      }}
    </Shown>
  );
}

const tab = (id: string, title: string, content: ReactNode): TabItem => ({ id, title, content });

/** What somebody has written or waits for is there when they come back from another tab. */
const kept = (item: TabItem): TabItem => ({ ...item, isKept: true });
