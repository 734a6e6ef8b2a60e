import { CodeSample, Dialog, Button, useLanguage } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { Answer } from './answer.js';
import { OutcomeBadge } from './outcome-badge.js';
import { timeOf, type EventDetails } from './relay.js';
import { RoutePicture } from './route-picture.js';
import { useText } from './strings/index.js';
import { useAsked } from './use-asked.js';

export interface EventDialogProps {
  readonly api: Api;
  readonly id: string;
  readonly onClose: () => void;
}

/** An event, what became of it, and where it would go now. */
export function EventDialog({ api, id, onClose }: EventDialogProps) {
  const text = useText();
  const { asked, again } = useAsked<EventDetails>(api, `/history/${encodeURIComponent(id)}`);
  const title = asked.kind === 'loaded' ? asked.body.subject : text('event.title');
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      <Answer asked={asked} onRetry={again}>
        {(event) => (
          <>
            <Deliveries event={event} />
            <RoutePicture api={api} choice={{ event_id: id }} />
            <CodeSample
              title={text('event.data')}
              code={JSON.stringify(event.data, null, 2)}
              language="json"
            />
          </>
        )}
      </Answer>
    </Dialog>
  );
}

function Deliveries({ event }: { readonly event: EventDetails }) {
  const text = useText();
  const { locale } = useLanguage();
  return (
    <section>
      <h3>{text('event.deliveries')}</h3>
      {event.deliveries.length === 0 ? <p>{text('event.none')}</p> : null}
      <ul className="relay-lines" aria-label={text('event.deliveries')}>
        {event.deliveries.map(({ at, sink, target, outcome, reason }, index) => (
          <li key={index}>
            <time>{timeOf(at, locale)}</time>
            <OutcomeBadge outcome={outcome} />
            <span>{target === '' || target === sink ? sink : `${sink} ${target}`}</span>
            {reason === null ? null : <span className="sx-muted">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
