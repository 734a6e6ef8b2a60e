import { Button, CodeSample, complain, Dialog, say, Secret, Tabs } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { AskedButton } from '../asked-button.js';
import type { Client } from '../calls.js';
import { ClaimMappings } from './claim-mappings.js';
import { samplesOf, tryAddress } from './client-samples.js';
import { ClientSettings, type ClientPartProps } from './client-settings.js';
import { useText } from '../strings/index.js';

export interface ClientDialogProps {
  readonly api: Api;
  readonly issuer: string;
  readonly client: Client;
  readonly onClose: () => void;
}

/** One client: its secret if it is new, how to use and try it, its settings, the claims that it is told. */
export function ClientDialog({ api, issuer, client: opened, onClose }: ClientDialogProps) {
  const text = useText();
  const [client, setClient] = useState(opened);
  const { client_secret: secret } = client;
  const onChanged = (changed: Client) =>
    setClient(secret === undefined ? changed : { client_secret: secret, ...changed });
  return (
    <Dialog
      title={client.client_name}
      isOpen
      onClose={onClose}
      actions={<Actions {...{ api, client, onClose }} onSecret={onChanged} />}
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
      <Parts {...{ api, issuer, client, onChanged }} />
    </Dialog>
  );
}

interface ActionsProps extends Pick<ClientDialogProps, 'api' | 'client' | 'onClose'> {
  readonly onSecret: (client: Client) => void;
}

function Actions({ api, client, onClose, onSecret }: ActionsProps) {
  const text = useText();
  return (
    <>
      <ActiveButton api={api} client={client} onDone={onClose} />
      {client.client_type === 'confidential' ? (
        <SecretButton
          api={api}
          client={client}
          onDone={(client_secret) => onSecret({ ...client, client_secret })}
        />
      ) : null}
      <Button onPress={onClose}>{text('close')}</Button>
    </>
  );
}

function Parts({ issuer, ...part }: ClientPartProps & { readonly issuer: string }) {
  const text = useText();
  const { client } = part;
  const use = (
    <>
      <Samples client={client} issuer={issuer} />
      <TryLink client={client} issuer={issuer} />
    </>
  );
  return (
    <Tabs
      label={client.client_name}
      items={[
        { id: 'use', title: text('client.code'), content: use },
        { id: 'settings', title: text('client.settings'), content: <ClientSettings {...part} /> },
        { id: 'claims', title: text('claims'), content: <ClaimMappings {...part} /> },
      ]}
    />
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
