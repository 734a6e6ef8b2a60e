import { PageFrame, part, Shown, Tabs, useLoaded } from '@sextant/web';
import { createApi, createSender, createUploader } from '@sextant/web/api';
import { SignInGate, type SignIn } from '@sextant/web/session';
import { useCallback, useMemo } from 'react';
import type { Service } from './service.js';
import { SpeakTab } from './speak/speak-tab.js';
import { useText } from './strings/index.js';
import { listVoices, type Voice } from './voices/voices.js';

const VoicesTab = part(async () => (await import('./voices/voices-tab.js')).VoicesTab);
const DialoguesTab = part(async () => (await import('./dialogues/dialogues-tab.js')).DialoguesTab);
const BooksTab = part(async () => (await import('./books/books-tab.js')).BooksTab);
const TranscriptionTab = part(
  async () => (await import('./transcription/transcription-tab.js')).TranscriptionTab,
);
const LiveTab = part(async () => (await import('./live/live-tab.js')).LiveTab);
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
      lastingToken: signIn.lastingToken,
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
          items={viewsOf({ path, service, voices, reload }).map(([id, content, isKept]) => ({
            ...{ id, content, isKept },
            title: text(`tab.${id}`),
          }))}
        />
      )}
    </Shown>
  );
}

interface Place extends StudioProps {
  readonly voices: readonly Voice[];
  readonly reload: () => Promise<void>;
}

/** Names of the views, what they show, and whether they stay as they are while another one is shown. */
const viewsOf = ({ path, service, voices, reload }: Place) =>
  [
    ['speak', <SpeakTab {...{ service, voices }} />, true],
    ['voices', <VoicesTab {...{ service, voices, reload, path }} />, true],
    ['dialogues', <DialoguesTab {...{ service, voices }} />, true],
    ['books', <BooksTab {...{ service, voices }} />, false],
    ['transcription', <TranscriptionTab service={service} />, true],
    ['live', <LiveTab service={service} />, true],
    ['lexicons', <LexiconsTab service={service} />, false],
    ['usage', <UsageTab service={service} />, false],
  ] as const;
