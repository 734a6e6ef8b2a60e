import { PageFrame, part, Shown, Tabs, useLoaded } from '@sextant/web';
import { createApi, createSender, createUploader } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useCallback, useMemo } from 'react';
import type { Service } from './service.js';
import { SpeakTab } from './speak/speak-tab.js';
import { useText } from './strings/index.js';
import { listVoices } from './voices/voices.js';

const VoicesTab = part(async () => (await import('./voices/voices-tab.js')).VoicesTab);
const DialoguesTab = part(async () => (await import('./dialogues/dialogues-tab.js')).DialoguesTab);
const BooksTab = part(async () => (await import('./books/books-tab.js')).BooksTab);
const TranscriptionTab = part(
  async () => (await import('./transcription/transcription-tab.js')).TranscriptionTab,
);
const LexiconsTab = part(async () => (await import('./lexicons/lexicons-tab.js')).LexiconsTab);
const UsageTab = part(async () => (await import('./usage/usage-tab.js')).UsageTab);

/** Texts become speech here: written, heard, taken away; with voices and lexicons of one's own. */
export function StudioPage({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const service = useMemo((): Service => {
    const options = { base: '/v1', token: signIn.token, renew: signIn.renew };
    return {
      api: createApi(options),
      send: createSender(options),
      upload: createUploader(options),
    };
  }, [signIn]);
  return (
    <PageFrame title={text('title')} signIn={signIn}>
      <SignInGate signIn={signIn} about={text('signIn.about')}>
        <Studio path={signIn.page} service={service} />
      </SignInGate>
    </PageFrame>
  );
}

interface StudioProps {
  readonly path: string;
  readonly service: Service;
}

function Studio({ path, service }: StudioProps) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listVoices(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(voices) => (
        <Tabs
          path={path}
          label={text('title')}
          items={[
            {
              id: 'speak',
              title: text('tab.speak'),
              content: <SpeakTab {...{ service, voices }} />,
              isKept: true,
            },
            {
              id: 'voices',
              title: text('tab.voices'),
              content: <VoicesTab {...{ service, voices, reload, path }} />,
              isKept: true,
            },
            {
              id: 'dialogues',
              title: text('tab.dialogues'),
              content: <DialoguesTab {...{ service, voices }} />,
              isKept: true,
            },
            {
              id: 'books',
              title: text('tab.books'),
              content: <BooksTab {...{ service, voices }} />,
            },
            {
              id: 'transcription',
              title: text('tab.transcription'),
              content: <TranscriptionTab service={service} />,
              isKept: true,
            },
            {
              id: 'lexicons',
              title: text('tab.lexicons'),
              content: <LexiconsTab service={service} />,
            },
            {
              id: 'usage',
              title: text('tab.usage'),
              content: <UsageTab service={service} />,
            },
          ]}
        />
      )}
    </Shown>
  );
}
