import { channel, type ChannelMessage } from '../base/channel.js';
import { jsonCall, shortened, titleOf, withReply } from '../http/posting.js';

/** Of labels that people use; others have the API's own default, P3. */
const PRIORITIES: Readonly<Record<string, string>> = {
  ...{ critical: 'P1', disaster: 'P1', high: 'P2', error: 'P2' },
  ...{ warning: 'P3', average: 'P3', info: 'P5', information: 'P5' },
};

/** Jira Service Management's alerts (and Opsgenie's, whose API it is): created and closed by alias. */
export const jsm = channel({
  name: 'jsm',
  title: 'Jira Service Management alerts (Opsgenie)',
  titles: ['Jsm', 'Opsgenie'],
  options: {
    api_key: {
      kind: 'text',
      description: 'Key of an API integration.',
      example: '00000000-0000-0000-0000-000000000000',
      secret: true,
    },
    api_url: {
      kind: 'address',
      description: 'Base address of the API.',
      example: 'https://api.eu.opsgenie.com',
      default: 'https://api.atlassian.com/jsm/ops/integration',
    },
    responders: {
      kind: 'texts',
      description: 'Names of the teams that are told.',
      example: 'platform,database',
    },
  },
  needs: ['api_key'],
  target: 'names of teams',
  isChat: false,
  onlyAlerts: true,
  concurrency: 1,
  escape: 'plain',
  open: ({ api_key: key = '', api_url: apiUrl, responders = [] }, { call }) => ({
    targets: [''],
    label: (target) => (target === '' ? 'jsm' : target),
    limits: () => [{ name: 'jsm', capacity: 20, perSecond: 5 }],
    compose(message) {
      const sending = (request: ReturnType<typeof jsonCall>) => async () =>
        withReply(await call(request), ['requestId']);
      const headers = { authorization: `GenieKey ${key}` };
      const { target, event, alert } = message;
      // "alias … 512 characters".
      const alias = event.key.slice(0, 512);
      const teams = target === '' ? responders : [target];
      if (alert?.status !== 'resolved') {
        const body = { ...alertOf(message), alias, responders: teams.map(teamOf) };
        return sending(jsonCall(`${apiUrl}/v2/alerts`, body, headers));
      }
      const path = `${apiUrl}/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
      const note = { source: 'Sextant relay', note: shortened(message.text, 25_000) };
      return sending(jsonCall(path, note, headers));
    },
  }),
});

const teamOf = (name: string) => ({ name, type: 'team' });

/** "Create alert": each member with its own limit, details and tags as texts. */
function alertOf({ event, text }: ChannelMessage) {
  const { labels, subject } = event;
  const priority = PRIORITIES[(labels['severity'] ?? '').toLowerCase()];
  const tags = Object.entries(labels).map(([name, value]) => shortened(`${name}:${value}`, 50));
  return {
    message: titleOf(text, 130),
    description: shortened(text, 15_000),
    entity: shortened(subject, 512),
    source: 'Sextant relay',
    tags: tags.slice(0, 20),
    details: Object.fromEntries(
      Object.entries(labels).map(([name, value]) => [name, shortened(value, 500)]),
    ),
    ...(priority === undefined ? {} : { priority }),
  };
}
