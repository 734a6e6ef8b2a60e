import { Button, complain, EndButton, goTo, useOpened, useQuery } from '@sextant/web';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { CloneForm } from './clone-form.js';
import { VoiceBrowser } from './voice-browser.js';
import type { VoiceFilter } from './voice-filter.js';
import { withdrawConsent, type Voice } from './voices.js';

export interface VoicesTabProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  readonly reload: () => Promise<void>;
  /** Of the page, where texts are spoken. */
  readonly path: string;
}

/** Below the address of this view: where a voice is made. */
const NEW = 'new';

/** All voices, one's own first, and the way to a new one. */
export function VoicesTab({ service, voices, reload, path }: VoicesTabProps) {
  const text = useText();
  const [opened, open] = useOpened();
  const [filter, setFilter] = useAddressedFilter();
  if (opened === NEW) {
    return <NewVoice {...{ service, reload }} onClose={() => open()} />;
  }
  return (
    <>
      <div className="st-bar">
        <Button onPress={() => open(NEW)}>{text('clone.open')}</Button>
      </div>
      <VoiceBrowser
        {...{ service, voices, filter }}
        onFilter={setFilter}
        actions={(voice) => (
          <>
            <Button
              label={`${text('voice.use')}: ${voice.display_name}`}
              onPress={() => goTo(`${path}?voice=${encodeURIComponent(voice.id)}`)}
            >
              {text('voice.use')}
            </Button>
            {voice.type === 'personal' ? <Withdraw {...{ service, voice, reload }} /> : null}
          </>
        )}
      />
    </>
  );
}

/** What is looked for stands in the address: a list of voices can be shared. */
function useAddressedFilter() {
  const [query, change] = useQuery();
  const filter: VoiceFilter = {
    search: query.get('search') ?? '',
    language: query.get('language') ?? '',
    kind: query.get('kind') ?? '',
    use: query.get('use') ?? '',
  };
  return [filter, change] as const;
}

function NewVoice({
  service,
  reload,
  onClose,
}: Pick<VoicesTabProps, 'service' | 'reload'> & { readonly onClose: () => void }) {
  const text = useText();
  return (
    <>
      <div className="st-bar">
        <Button kind="quiet" onPress={onClose}>
          {text('voices.back')}
        </Button>
      </div>
      <CloneForm
        service={service}
        onMade={async () => {
          await reload();
          onClose();
        }}
      />
    </>
  );
}

function Withdraw({
  service,
  voice,
  reload,
}: Pick<VoicesTabProps, 'service' | 'reload'> & { readonly voice: Voice }) {
  const text = useText();
  const { display_name: name } = voice;
  return (
    <EndButton
      action={text('voices.withdraw')}
      name={name}
      title={text('voices.withdraw.title', { name })}
      about={text('voices.withdraw.about')}
      onConfirm={() => void withdrawConsent(service, voice).then(reload).catch(complain)}
    />
  );
}
