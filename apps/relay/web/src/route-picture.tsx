import type { Api } from '@sextant/web/api';
import { useEffect, useState } from 'react';
import { Answer } from './answer.js';
import { post, type EventChoice, type ExplainedRoute, type Explanation } from './relay.js';
import { useText } from './strings/index.js';
import type { Asked } from './use-asked.js';

const ROW = 56;
const WIDTH = 640;
const BOX = 250;
const SINK_X = 400;

/** Where an event goes with the routes as they are now: routes on the left, sinks on the right. */
export function RoutePicture({ api, choice }: { readonly api: Api; readonly choice: EventChoice }) {
  const text = useText();
  const [asked, setAsked] = useState<Asked<Explanation>>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(choice);
  useEffect(() => {
    let isLeft = false;
    post<Explanation>(api, '/explain', JSON.parse(key))
      .then((body) => isLeft || setAsked({ kind: 'loaded', body }))
      .catch((error: unknown) => isLeft || setAsked({ kind: 'failed', error: error as Error }));
    return () => {
      isLeft = true;
    };
  }, [api, key, round]);
  return (
    <section>
      <h3>{text('routes.title')}</h3>
      <Answer asked={asked} onRetry={() => setRound(round + 1)}>
        {(explanation) => <Explained explanation={explanation} />}
      </Answer>
    </section>
  );
}

function Explained({ explanation }: { readonly explanation: Explanation }) {
  const text = useText();
  const { routes, unmatched, deliveries } = explanation;
  return (
    <>
      <Picture explanation={explanation} />
      {unmatched ? <p>{text('routes.unmatched')}</p> : null}
      <ol className="relay-why" aria-label={text('routes.why')}>
        {routes.map((route, index) => (
          <li key={index}>
            <Why route={route} />
          </li>
        ))}
      </ol>
      <ul className="relay-lines" aria-label={text('routes.messages')}>
        {deliveries.map(({ sink, target, message, reason }, index) => (
          <li key={index}>
            <strong>{target === '' || target === sink ? sink : `${sink} ${target}`}</strong>
            <span className="relay-message">{message ?? reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Why({ route }: { readonly route: ExplainedRoute }) {
  const text = useText();
  const verdict = !route.matches ? 'no' : route.reached ? 'yes' : 'late';
  const missed = route.conditions.filter(({ holds }) => !holds).map((condition) => condition.text);
  return (
    <>
      <span>{text(`routes.${verdict}`)}</span>{' '}
      {missed.length === 0 ? null : text('routes.missed', { conditions: missed.join(', ') })}
      {route.matches && route.reached && route.continue ? text('routes.continues') : null}
    </>
  );
}

function Picture({ explanation: { routes, unmatched, deliveries } }: PictureProps) {
  const text = useText();
  const reached = new Set(deliveries.map(({ sink }) => sink));
  const sinks = [...new Set([...routes.flatMap((route) => route.sinks), ...reached])];
  const shown = [
    ...routes.map((route) => ({
      name: route.conditions.map((condition) => condition.text).join(' ') || text('routes.all'),
      sinks: route.sinks,
      isTaken: route.matches && route.reached,
    })),
    ...(unmatched ? [{ name: text('routes.else'), sinks: [...reached], isTaken: true }] : []),
  ];
  const height = Math.max(shown.length, sinks.length) * ROW;
  const middle = (index: number) => index * ROW + ROW / 2;
  return (
    <svg className="relay-picture" viewBox={`0 0 ${WIDTH} ${height}`} role="img">
      <title>{text('routes.picture', { sinks: [...reached].join(', ') })}</title>
      {shown.flatMap((route, index) =>
        route.sinks.map((sink) => (
          <path
            key={`${index} ${sink}`}
            className={route.isTaken ? 'relay-way relay-way-taken' : 'relay-way'}
            d={`M${BOX} ${middle(index)} C${BOX + 80} ${middle(index)} ${SINK_X - 80} ${middle(sinks.indexOf(sink))} ${SINK_X} ${middle(sinks.indexOf(sink))}`}
          />
        )),
      )}
      {shown.map(({ name, isTaken }, index) => (
        <Box key={name + String(index)} {...{ name, isTaken }} x={0} y={middle(index)} />
      ))}
      {sinks.map((name, index) => (
        <Box key={name} name={name} isTaken={reached.has(name)} x={SINK_X} y={middle(index)} />
      ))}
    </svg>
  );
}

interface PictureProps {
  readonly explanation: Explanation;
}

const LETTERS = 30;

interface BoxProps {
  readonly name: string;
  readonly isTaken: boolean;
  readonly x: number;
  readonly y: number;
}

function Box({ name, isTaken, x, y }: BoxProps) {
  const short = name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name;
  return (
    <g className={isTaken ? 'relay-box relay-box-taken' : 'relay-box'}>
      <title>{name}</title>
      <rect
        x={x + 1}
        y={y - 18}
        width={x === 0 ? BOX - 2 : WIDTH - SINK_X - 2}
        height={36}
        rx={6}
      />
      <text x={x + 12} y={y + 5}>
        {short}
      </text>
    </g>
  );
}
