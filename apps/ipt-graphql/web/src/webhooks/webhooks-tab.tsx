import { EmptyState, Secret, Shown, TextField, useLoaded } from '@sextant/web';
import { useCallback, useState } from 'react';
import type { Place } from '../place.js';
import { ActionButton, useAction } from '../steps.js';
import { useText } from '../strings/index.js';
import { WebhookItem } from './webhook-item.js';
import { createWebhook, listWebhooks } from './webhooks.js';

/** Where the workspace's back ends hear of steps; for administrators. */
export function WebhooksTab({ service }: Place) {
  const text = useText();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string>();
  const ask = useCallback((signal: AbortSignal) => listWebhooks(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  const action = useAction(async () => {
    setSecret(await createWebhook(service, url.trim()));
    setUrl('');
    await reload();
  });
  return (
    <div className="ipt-wizard">
      <p>{text('webhooks.about')}</p>
      <TextField label={text('webhooks.url')} value={url} onChange={setUrl} />
      <ActionButton action={action} isDisabled={url.trim() === ''}>
        {text('webhooks.add')}
      </ActionButton>
      {secret === undefined ? null : <Secret name={text('webhooks.secret')} value={secret} />}
      <Shown state={state} reload={reload}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title={text('webhooks.none')} />
          ) : (
            <ul className="sx-list" aria-label={text('tab.webhooks')} role="list">
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookItem {...{ service, webhook, reload }} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </div>
  );
}
