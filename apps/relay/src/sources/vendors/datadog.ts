import { sharedSecret } from '../authentication.js';
import { at, textAt, timeOfEpoch } from '../payload.js';
import { number, object, text, textOrEmpty, numberOrZero } from '../schema.js';
import { vendor } from '../vendor.js';

const texts = (...names: readonly string[]) =>
  object(Object.fromEntries(names.map((name) => [name, textOrEmpty])));

const event = object({ type: textOrEmpty, msg: textOrEmpty, title: text }, ['title']);

/**
 * Datadog's webhooks integration with the payload that the upstream tool documents; in Datadog:
 * `{"id": "$ID", "date": $DATE, "last_updated": $LAST_UPDATED, "link": "$LINK", "event": {"title":
 * "$EVENT_TITLE", …}, "alert": {"id": "$ALERT_ID", "transition": "$ALERT_TRANSITION", …}, …}`.
 * Datadog signs nothing; it sends the headers that it is told to.
 */
export const datadog = vendor({
  name: 'datadog',
  title: 'Datadog',
  event: 'DataDogEvent',
  authentication: sharedSecret(),
  schema: object(
    {
      id: text,
      date: numberOrZero,
      last_updated: number,
      link: textOrEmpty,
      priority: textOrEmpty,
      snapshot: textOrEmpty,
      event,
      alert: texts('id', 'metric', 'priority', 'query', 'status', 'title', 'transition', 'type'),
      incident: texts('title'),
      metric: texts('namespace'),
      security: texts('rule_name'),
      org: texts('id', 'name'),
      tags: text,
      text_only_msg: text,
      user: text,
      username: text,
    },
    ['id', 'last_updated', 'event'],
  ),
  key: 'The monitor and its scope; the id of an event that is none of a monitor.',
  example: {
    id: '6611227196640466337',
    date: 1658322714000,
    last_updated: 1658322714000,
    link: 'https://app.datadoghq.eu/event/event?id=6611227196640466337',
    priority: 'normal',
    snapshot: 'https://p.datadoghq.eu/snapshot/view/1.png',
    event: {
      type: 'query_alert_monitor',
      msg: 'CPU is above 90 on average during the last 5m.',
      title: '[P1] [Triggered on {host:web-1}] CPU is high',
    },
    alert: {
      id: '155619019',
      metric: 'system.cpu.user',
      priority: 'P1',
      query: 'avg(last_5m):avg:system.cpu.user{*} by {host} > 90',
      scope: 'host:web-1',
      status: 'system.cpu.user over host:web-1 was > 90.0 on average during the last 5m.',
      title: 'CPU is high on host:web-1',
      transition: 'Triggered',
      type: 'error',
    },
    org: { id: '1000060640', name: 'Example' },
    tags: 'monitor,host:web-1',
    text_only_msg: 'CPU is above 90 on average during the last 5m.',
  },
  template: '{{ .data.event.title }}{{ with .data.link }} {{ . }}{{ end }}',
  read(data) {
    const id = textAt(data, 'alert', 'id');
    const transition = textAt(data, 'alert', 'transition');
    const time = timeOfEpoch(data['last_updated']);
    const key = id === '' ? textAt(data, 'id') : `${id}/${textAt(data, 'alert', 'scope')}`;
    const status = transition.startsWith('Recovered') ? 'resolved' : 'firing';
    const isAlert = id !== '' && transition !== '' && time !== undefined;
    return [
      {
        what: isAlert ? `alert.${transition}` : 'event',
        key,
        subject: textAt(data, isAlert ? 'alert' : 'event', 'title'),
        time,
        id: [textAt(data, 'id'), transition, String(data['last_updated'])].join(' '),
        labels: {
          alertname: textAt(data, 'alert', 'title'),
          scope: at(data, 'alert', 'scope'),
          severity: at(data, 'alert', 'type'),
          priority: at(data, 'alert', 'priority'),
          status: isAlert ? status : '',
        },
        data,
        ...(isAlert ? { alert: { fingerprint: key, status, startsAt: time } } : {}),
      },
    ];
  },
});
