import {
  Button,
  complain,
  EndButton,
  Moment,
  Shown,
  StatusBadge,
  Switch,
  useLoaded,
  type Tone,
} from '@sextant/web';
import { useCallback } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import {
  actOn,
  listDeliveries,
  replayDelivery,
  switchWebhook,
  type Delivery,
  type DeliveryState,
  type Webhook,
} from './webhooks.js';

export interface WebhookItemProps {
  readonly service: Service;
  readonly webhook: Webhook;
  readonly reload: () => Promise<void>;
}

/** One webhook with what was sent to it. */
export function WebhookItem({ service, webhook, reload }: WebhookItemProps) {
  const text = useText();
  const { id, url } = webhook;
  const ask = useCallback(
    (signal: AbortSignal) => listDeliveries(service, id, signal),
    [service, id],
  );
  const deliveries = useLoaded(ask);
  const replay = (delivery: Delivery) => {
    replayDelivery(service, delivery.id).then(deliveries.reload).catch(complain);
  };
  return (
    <article className="ipt-step" aria-label={url}>
      <Actions {...{ service, webhook, reload }} onSent={deliveries.reload} />
      <Shown {...deliveries}>
        {(list) => (
          <ul className="ipt-lines" aria-label={text('webhooks.deliveries')}>
            {list.map((delivery) => (
              <DeliveryLine
                key={delivery.id}
                delivery={delivery}
                onReplay={() => replay(delivery)}
              />
            ))}
          </ul>
        )}
      </Shown>
    </article>
  );
}

interface ActionsProps extends WebhookItemProps {
  readonly onSent: () => Promise<void>;
}

function Actions({ service, webhook: { id, url, isEnabled }, reload, onSent }: ActionsProps) {
  const text = useText();
  const then = (work: Promise<void>, show: () => Promise<void>) => {
    work.then(show).catch(complain);
  };
  return (
    <div className="ipt-bar">
      <strong>{url}</strong>
      <Switch
        isSelected={isEnabled}
        onChange={(isOn) => then(switchWebhook(service, id, isOn), reload)}
      >
        {text('webhooks.enabled')}
      </Switch>
      <Button onPress={() => then(actOn(service, 'testWebhook', id), onSent)}>
        {text('webhooks.test')}
      </Button>
      <Button onPress={() => void onSent()}>{text('gallery.reload')}</Button>
      <EndButton
        action={text('webhooks.delete')}
        name={url}
        title={text('webhooks.delete.title')}
        about={text('webhooks.delete.about')}
        onConfirm={() => then(actOn(service, 'deleteWebhook', id), reload)}
      />
    </div>
  );
}

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  PENDING: 'neutral',
  DELIVERED: 'good',
  DEAD: 'bad',
};

interface DeliveryLineProps {
  readonly delivery: Delivery;
  readonly onReplay: () => void;
}

function DeliveryLine({ delivery, onReplay }: DeliveryLineProps) {
  const text = useText();
  const { type, state, createdAt, log } = delivery;
  const last = log.at(-1);
  return (
    <li>
      <StatusBadge tone={TONES[state]}>{text(`delivery.${state}`)}</StatusBadge> {type}{' '}
      <span className="sx-muted">
        <Moment at={createdAt} /> {last?.status ?? last?.error}
      </span>{' '}
      {state === 'PENDING' ? null : (
        <Button kind="quiet" label={`${text('webhooks.replay')}: ${type}`} onPress={onReplay}>
          {text('webhooks.replay')}
        </Button>
      )}
    </li>
  );
}
