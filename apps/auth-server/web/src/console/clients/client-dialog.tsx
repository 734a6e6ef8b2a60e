import { Button, CodeSample, complain, Dialog, say, Secret, Tabs } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { AskedButton } from '../asked-button.js';
import type { Client } from '../calls.js';
import { samplesOf, tryAddress } from './client-samples.js';
import { useText } from '../strings/index.js';

export interface ClientDialogProps {
  readonly api: Api;
  readonly issuer: string;
  readonly client: Client;
  readonly onClose: () => void;
}

/** One client: its secret if it is new, code to paste, and a way to try it. */
export function ClientDialog({ api, issuer, client, onClose }: ClientDialogProps) {
  const text = useText();
  const [secret, setSecret] = useState(client.client_secret);
  const shown = secret === undefined ? client : { ...client, client_secret: secret };
  return (
    <Dialog
      title={client.client_name}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ActiveButton api={api} client={client} onDone={onClose} />
          {client.client_type === 'confidential' ? (
            <SecretButton api={api} client={client} onDone={setSecret} />
          ) : null}
          <Button onPress={onClose}>{text('close')}</Button>
        </>
      }
    >
      <p>
        client_id: <code>{client.client_id}</code>
      </p>
      {secret === undefined ? null : (
        <>
          <p role="status">{text('client.secretOnce')}</p>
          <Secret name="client_secret" value={secret} />
        </>
      )}
      <Samples client={shown} issuer={issuer} />
      <TryLink client={client} issuer={issuer} />
    </Dialog>
  );
}

interface PartProps<Value> {
  readonly api: Api;
  readonly client: Client;
  readonly onDone: (value: Value) => void;
}

function ActiveButton({ api, client, onDone }: PartProps<void>) {
  const text = useText();
  const { id, is_active: isActive } = client;
  const toggle = () => {
    api(`/clients/${id}`, { method: 'PATCH', body: { is_active: !isActive } }).then(() => {
      say(text(isActive ? 'client.wasDeactivated' : 'client.wasActivated'));
      onDone();
    }, complain);
  };
  if (!isActive) return <Button onPress={toggle}>{text('client.activate')}</Button>;
  return (
    <AskedButton
      kind="danger"
      label={text('client.deactivate')}
      about={text('client.deactivateAbout', { name: client.client_name })}
      onConfirm={toggle}
    />
  );
}

function SecretButton({ api, client, onDone }: PartProps<string>) {
  const text = useText();
  const renew = () => {
    const path = `/clients/${client.id}/secret`;
    api<{ readonly client_secret: string }>(path, { method: 'POST' }).then(
      ({ body }) => onDone(body.client_secret),
      complain,
    );
  };
  return (
    <AskedButton
      label={text('client.newSecret')}
      about={text('client.newSecretAbout', { name: client.client_name })}
      onConfirm={renew}
    />
  );
}

function Samples({ client, issuer }: Pick<ClientDialogProps, 'client' | 'issuer'>) {
  const text = useText();
  return (
    <Tabs
      label={text('client.code')}
      items={samplesOf(client, issuer).map(({ name, code }) => ({
        id: name,
        title: name,
        content: <CodeSample title={name} code={code} />,
      }))}
    />
  );
}

/** Leads to the sign-in as the client's own page would; what comes of it only the client can use. */
function TryLink({ client, issuer }: Pick<ClientDialogProps, 'client' | 'issuer'>) {
  const text = useText();
  const address = tryAddress(client, issuer);
  if (address === undefined) return null;
  return (
    <p>
      <a href={address} target="_blank" rel="noreferrer">
        {text('client.try')}
      </a>
    </p>
  );
}
