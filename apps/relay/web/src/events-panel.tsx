import { Button, Card, complain, EmptyState, MoreList, StatusBadge, TextField } from '@sextant/web';
import { useLanguage, useOpened } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { SignIn } from '@sextant/web/session';
import { useState, type SubmitEvent } from 'react';
import { Answer } from './answer.js';
import { EventDialog } from './event-dialog.js';
import { useLive } from './live.js';
import { OutcomeBadge } from './outcome-badge.js';
import { timeOf, type EventPage, type RelayedEvent } from './relay.js';
import { useText } from './strings/index.js';
import { useAsked } from './use-asked.js';

/** What happens, and what has happened. */
export function EventsPanel({ api, signIn }: { readonly api: Api; readonly signIn: SignIn }) {
  const [opened, open] = useOpened();
  return (
    <>
      <LiveCard signIn={signIn} onOpen={open} />
      <SearchCard api={api} onOpen={open} />
      {opened === undefined ? null : <EventDialog api={api} id={opened} onClose={() => open()} />}
    </>
  );
}

type OnOpen = (id: string) => void;

function LiveCard({ signIn, onOpen }: { readonly signIn: SignIn; readonly onOpen: OnOpen }) {
  const text = useText();
  const { locale } = useLanguage();
  const { happenings, isLive } = useLive(signIn);
  const state = (
    <span role="status">
      <StatusBadge tone={isLive ? 'good' : 'neutral'}>
        {text(isLive ? 'live.on' : 'live.off')}
      </StatusBadge>
    </span>
  );
  return (
    <Card title={text('live.title')} aside={state}>
      {happenings.length === 0 ? <p className="sx-muted">{text('live.none')}</p> : null}
      <ul className="relay-lines" aria-label={text('live.title')}>
        {happenings.map((happening, index) => (
          <li key={`${happening.id} ${happening.at} ${happenings.length - index}`}>
            <time>{timeOf(happening.at, locale)}</time>
            <OutcomeBadge outcome={happening.what} />
            <Button kind="quiet" onPress={() => onOpen(happening.id)}>
              {happening.subject}
            </Button>
            <span className="sx-muted">{happening.sink ?? happening.type}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const FIELDS = ['text', 'label', 'kind', 'namespace', 'source'] as const;

type Wanted = Readonly<Record<(typeof FIELDS)[number], string>>;

const NOTHING: Wanted = { text: '', label: '', kind: '', namespace: '', source: '' };

/** Labels are separated by commas. */
function queryOf(wanted: Wanted): string {
  const query = new URLSearchParams({ limit: '25' });
  for (const field of FIELDS) {
    const values = field === 'label' ? wanted.label.split(',') : [wanted[field]];
    for (const value of values) if (value.trim() !== '') query.append(field, value.trim());
  }
  return query.toString();
}

function SearchCard({ api, onOpen }: { readonly api: Api; readonly onOpen: OnOpen }) {
  const text = useText();
  const [wanted, setWanted] = useState(NOTHING);
  const [query, setQuery] = useState(queryOf(NOTHING));
  const { asked, again } = useAsked<EventPage>(api, `/history?${query}`);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    setQuery(queryOf(wanted));
    again();
  };
  return (
    <Card title={text('search.title')}>
      <form className="relay-form" onSubmit={search}>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={text(`search.${field}`)}
            value={wanted[field]}
            onChange={(value) => setWanted({ ...wanted, [field]: value })}
          />
        ))}
        <Button kind="primary" type="submit">
          {text('search.action')}
        </Button>
      </form>
      <Answer asked={asked} onRetry={again}>
        {(page) => <Found key={query} api={api} query={query} first={page} onOpen={onOpen} />}
      </Answer>
    </Card>
  );
}

interface FoundProps {
  readonly api: Api;
  readonly query: string;
  readonly first: EventPage;
  readonly onOpen: OnOpen;
}

function Found({ api, query, first, onOpen }: FoundProps) {
  const text = useText();
  const [more, setMore] = useState<EventPage>();
  const events = [...first.events, ...(more?.events ?? [])];
  const before = more === undefined ? first.next_before : more.next_before;
  const load = () => {
    api<EventPage>(`/history?${query}&before=${before ?? 0}`)
      .then(({ body }) => setMore({ ...body, events: [...(more?.events ?? []), ...body.events] }))
      .catch(complain);
  };
  if (events.length === 0 && before === null) return <EmptyState title={text('search.none')} />;
  return (
    <MoreList
      label={text('search.found')}
      items={events}
      keyOf={({ seq }) => String(seq)}
      render={(event) => <FoundEvent event={event} onOpen={onOpen} />}
      onMore={before === null ? undefined : load}
    />
  );
}

function FoundEvent({ event, onOpen }: { readonly event: RelayedEvent; readonly onOpen: OnOpen }) {
  const { locale } = useLanguage();
  return (
    <div className="relay-line">
      <time>{timeOf(event.at, locale)}</time>
      <Button kind="quiet" onPress={() => onOpen(event.id)}>
        {event.subject}
      </Button>
      <span className="sx-muted">{event.type}</span>
    </div>
  );
}
