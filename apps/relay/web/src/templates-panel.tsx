import { Card, EmptyState, Select } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { Answer } from './answer.js';
import type { DeployedTemplate, EventPage } from './relay.js';
import { useText } from './strings/index.js';
import { TemplateTrial } from './trial.js';
import { useAsked } from './use-asked.js';

const EVENTS = 50;

/** The deployed templates, against the last events. */
export function TemplatesPanel({ api }: { readonly api: Api }) {
  const templates = useAsked<{ readonly templates: readonly DeployedTemplate[] }>(
    api,
    '/templates',
  );
  const events = useAsked<EventPage>(api, `/history?limit=${EVENTS}`);
  return (
    <Answer asked={templates.asked} onRetry={templates.again}>
      {({ templates: deployed }) => (
        <Answer asked={events.asked} onRetry={events.again}>
          {(page) => <Playground api={api} templates={deployed} events={page.events} />}
        </Answer>
      )}
    </Answer>
  );
}

interface PlaygroundProps {
  readonly api: Api;
  readonly templates: readonly DeployedTemplate[];
  readonly events: EventPage['events'];
}

function Playground({ api, templates, events }: PlaygroundProps) {
  const text = useText();
  const [option, setOption] = useState(templates[0]?.option ?? '');
  const [event, setEvent] = useState(events[0]?.id ?? '');
  const deployed = templates.find((template) => template.option === option);
  if (deployed === undefined) return <EmptyState title={text('templates.none')} />;
  if (events.length === 0) return <EmptyState title={text('templates.noEvents')} />;
  return (
    <Card title={text('templates.title')}>
      <div className="relay-form">
        <Select
          label={text('templates.option')}
          value={option}
          onChange={setOption}
          options={templates.map((template) => ({ id: template.option, title: template.option }))}
        />
        <Select
          label={text('templates.event')}
          value={event}
          onChange={setEvent}
          options={[...new Map(events.map((each) => [each.id, each])).values()].map((each) => ({
            id: each.id,
            title: `${each.subject} (${each.type})`,
          }))}
        />
      </div>
      <TemplateTrial
        key={option}
        api={api}
        option={option}
        deployed={deployed.template}
        choice={{ event_id: event }}
      />
    </Card>
  );
}
