import {
  Button,
  Card,
  complain,
  EmptyState,
  NumberField,
  say,
  StatusBadge,
  TextField,
  useLanguage,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState, type SubmitEvent } from 'react';
import { Answer } from './answer.js';
import { post, timeOf, type Silence } from './relay.js';
import { useText } from './strings/index.js';
import { useAsked } from './use-asked.js';

interface Silences {
  readonly configured: boolean;
  readonly silences: readonly Silence[];
}

const HOUR_MS = 3_600_000;

/** The silences of Alertmanager. */
export function SilencesPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const { asked, again } = useAsked<Silences>(api, '/silences');
  const end = (id: string) => {
    api(`/silences/${id}`, { method: 'DELETE' })
      .then(() => say(text('silences.ended')))
      .then(again, complain);
  };
  return (
    <Answer asked={asked} onRetry={again}>
      {({ configured, silences }) =>
        !configured ? (
          <EmptyState title={text('silences.unconfigured')} />
        ) : (
          <>
            <NewSilence api={api} onChange={again} />
            {silences.length === 0 ? <EmptyState title={text('silences.none')} /> : null}
            <ul className="relay-lines" aria-label={text('tab.silences')}>
              {silences.map((silence) => (
                <Line key={silence.id} silence={silence} onEnd={() => end(silence.id)} />
              ))}
            </ul>
          </>
        )
      }
    </Answer>
  );
}

function Line({ silence, onEnd }: { readonly silence: Silence; readonly onEnd: () => void }) {
  const text = useText();
  const { locale } = useLanguage();
  const isActive = silence.state === 'active';
  return (
    <li>
      <StatusBadge tone={isActive ? 'warning' : 'neutral'}>{silence.state}</StatusBadge>
      <code>{silence.matchers.join(' ')}</code>
      <span>
        {text('silences.about', {
          by: silence.created_by,
          until: timeOf(silence.ends_at, locale),
        })}
      </span>
      <span className="sx-muted">{silence.comment}</span>
      {silence.state === 'expired' ? null : (
        <Button onPress={onEnd} label={`${text('silences.end')}: ${silence.matchers.join(' ')}`}>
          {text('silences.end')}
        </Button>
      )}
    </li>
  );
}

/** `alertname=DiskFull, instance=web-1` */
const matchersOf = (words: string) =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', ...value] = word.split('=');
      return { name: name.trim(), value: value.join('=').trim() };
    });

function NewSilence({ api, onChange }: { readonly api: Api; readonly onChange: () => void }) {
  const text = useText();
  const [labels, setLabels] = useState('');
  const [hours, setHours] = useState(1);
  const [comment, setComment] = useState('');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const endsAt = new Date(Date.now() + hours * HOUR_MS).toISOString();
    post(api, '/silences', { matchers: matchersOf(labels), ends_at: endsAt, comment })
      .then(() => say(text('silences.added')))
      .then(onChange, complain);
  };
  return (
    <Card title={text('silences.new')}>
      <form className="relay-form" onSubmit={add}>
        <TextField
          label={text('silences.labels')}
          value={labels}
          onChange={setLabels}
          placeholder="alertname=DiskFull"
        />
        <NumberField
          label={text('silences.hours')}
          value={hours}
          min={1}
          max={720}
          onChange={setHours}
        />
        <TextField label={text('silences.comment')} value={comment} onChange={setComment} />
        <Button kind="primary" type="submit" isDisabled={matchersOf(labels).length === 0}>
          {text('silences.add')}
        </Button>
      </form>
    </Card>
  );
}
