import { Button, Card, complain, TextField } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import type { Client } from '../calls.js';
import { useText } from '../strings/index.js';
import { ScopeChoice } from './scope-choice.js';

const KINDS = ['web', 'app', 'machine'] as const;
type Kind = (typeof KINDS)[number];

/** What fits most clients of a kind, for people to change. */
const USUAL: Readonly<Record<Kind, readonly string[]>> = {
  web: ['openid', 'profile', 'email'],
  app: ['openid', 'profile', 'email'],
  machine: ['read'],
};
interface Draft {
  readonly kind: Kind;
  readonly name: string;
  readonly redirectUris: string;
  readonly scopes: readonly string[];
}

export interface ClientWizardProps {
  readonly api: Api;
  readonly onMade: (client: Client) => void;
  readonly onClose: () => void;
}

/** Asks what the client is, where people come back to, and what it may do: one thing after the other. */
export function ClientWizard({ api, onMade, onClose }: ClientWizardProps) {
  const text = useText();
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<Draft>();
  const make = (from: Draft) => makeClient(api, from).then(onMade, complain);
  const choose = (kind: Kind) => {
    setDraft({ kind, name: '', redirectUris: '', scopes: USUAL[kind] });
    setStep(1);
  };
  const change = (part: Partial<Draft>) =>
    setDraft((before) => (before === undefined ? before : { ...before, ...part }));
  return (
    <Card title={text('clients.new')}>
      {step === 0 || draft === undefined ? (
        <KindStep onChoose={choose} />
      ) : step === 1 ? (
        <NameStep draft={draft} onChange={change} />
      ) : (
        <ScopeStep api={api} draft={draft} onChange={change} />
      )}
      <div className="console-actions">
        <Button onPress={() => (step === 0 ? onClose() : setStep(step - 1))}>
          {text(step === 0 ? 'close' : 'wizard.back')}
        </Button>
        {step === 0 || draft === undefined ? null : (
          <Button
            kind="primary"
            isDisabled={!isComplete(draft)}
            onPress={() => (step === 1 ? setStep(2) : void make(draft))}
          >
            {text(step === 1 ? 'wizard.next' : 'wizard.make')}
          </Button>
        )}
      </div>
    </Card>
  );
}

async function makeClient(api: Api, draft: Draft): Promise<Client> {
  const { body } = await api<Client>('/clients', { method: 'POST', body: bodyOf(draft) });
  return body;
}

const isComplete = ({ name, kind, redirectUris }: Draft): boolean =>
  name.trim() !== '' && (kind === 'machine' || redirectUris.trim() !== '');

const bodyOf = ({ kind, name, redirectUris, scopes }: Draft) => ({
  client_name: name.trim(),
  client_type: kind === 'app' ? 'public' : 'confidential',
  redirect_uris: kind === 'machine' ? [] : redirectUris.split(/\s+/).filter(Boolean),
  scopes,
});

const KIND_TEXTS = {
  web: ['wizard.web', 'wizard.web.about'],
  app: ['wizard.app', 'wizard.app.about'],
  machine: ['wizard.machine', 'wizard.machine.about'],
} as const;

function KindStep({ onChoose }: { readonly onChoose: (kind: Kind) => void }) {
  const text = useText();
  return (
    <ul className="console-list">
      {KINDS.map((kind) => (
        <li key={kind}>
          <Button onPress={() => onChoose(kind)}>{text(KIND_TEXTS[kind][0])}</Button>
          <span>{text(KIND_TEXTS[kind][1])}</span>
        </li>
      ))}
    </ul>
  );
}

interface StepProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function NameStep({ draft, onChange }: StepProps) {
  const text = useText();
  return (
    <>
      <TextField
        label={text('client.name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      {draft.kind === 'machine' ? null : (
        <TextField
          label={text('client.redirectUris')}
          value={draft.redirectUris}
          placeholder="https://app.example.org/callback"
          onChange={(redirectUris) => onChange({ redirectUris })}
        />
      )}
    </>
  );
}

const ScopeStep = ({ api, draft, onChange }: StepProps & { readonly api: Api }) => (
  <ScopeChoice
    api={api}
    scopes={draft.scopes}
    isForPeople={draft.kind !== 'machine'}
    onChange={(scopes) => onChange({ scopes })}
  />
);
