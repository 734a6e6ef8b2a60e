import { withoutLeapSecond } from '../../events/event.js';
import type { Outcome } from '../../delivery/sink.js';
import { attributesOf } from '../base/attributes.js';
import { channel, type ChannelMessage } from '../base/channel.js';
import { isResolved } from '../base/earlier.js';
import { basic, jsonCall, withReply } from '../http/posting.js';

/** Grafana's annotations (HTTP API, "Create annotation"): what is resolved becomes a region. */
export const grafana = channel({
  name: 'grafana',
  title: 'Grafana annotations',
  titles: ['Grafana'],
  options: {
    url: {
      kind: 'address',
      description: 'Address of Grafana.',
      example: 'http://grafana:3000',
    },
    api_key: {
      kind: 'text',
      description: 'Token of a service account, or user:password.',
      example: 'glsa_xxx',
      secret: true,
    },
    attributes_selector: {
      kind: 'template',
      description: 'Template of the tags, as a JSON object of texts; the labels if absent.',
      example: '{"env": "prod"}',
    },
    dashboard_uid: {
      kind: 'text',
      description: 'Dashboard that they are put on; all of the organization if absent.',
      example: 'jcIIG-07z',
    },
  },
  needs: ['url', 'api_key'],
  target: 'uids of dashboards',
  isChat: false,
  remembers: true,
  concurrency: 1,
  escape: 'plain',
  open: (
    { url = '', api_key: key = '', dashboard_uid: uid = '', ...values },
    { call, earlier },
  ) => {
    const headers = {
      authorization: key.includes(':') ? basicOf(key) : `Bearer ${key}`,
    };
    return {
      targets: [uid],
      label: (target) => (target === '' ? 'grafana' : target),
      // As the upstream tool: thirty a minute.
      limits: () => [{ name: 'grafana', capacity: 30, perSecond: 0.5 }],
      compose(message) {
        const { target, event, text } = message;
        const tags = Object.entries(attributesOf(event, values.attributes_selector));
        const body = {
          ...(target === '' ? {} : { dashboardUID: target }),
          time: Date.parse(withoutLeapSecond(event.time)),
          tags: tags.map(([name, value]) => `${name}:${value}`),
          text,
        };
        const request = jsonCall(`${url}/api/annotations`, body, headers);
        return async () => (await end(message)) ?? withReply(await call(request), ['id']);
      },
    };

    async function end(message: ChannelMessage): Promise<Outcome | undefined> {
      const before = isResolved(message.deliveries) ? await earlier(message) : undefined;
      if (before?.isWhole !== true) return undefined;
      const place = `${url}/api/annotations/${encodeURIComponent(String(before.reply['id']))}`;
      const body = { timeEnd: message.event.receivedMs, text: message.text };
      const answer = await call({ ...jsonCall(place, body, headers), method: 'PATCH' });
      if (answer.status === 404) return undefined;
      const outcome = withReply(answer, []);
      return outcome.kind === 'delivered' ? { kind: 'delivered', reply: before.reply } : outcome;
    }
  },
});

function basicOf(key: string): string {
  const colon = key.indexOf(':');
  return basic(key.slice(0, colon), key.slice(colon + 1));
}
