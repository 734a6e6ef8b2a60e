import { hmacSha256 } from '../authentication.js';
import { at, textAt, timeOfText, type JsonObject } from '../payload.js';
import { object, text } from '../schema.js';
import { vendor } from '../vendor.js';

/** GitHub's webhooks ("Webhook events and payloads"), as application/json. `ping` is acknowledged. */
export const github = vendor({
  name: 'github',
  title: 'GitHub',
  event: 'GithubEvent',
  authentication: hmacSha256({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
  schema: object({
    action: text,
    repository: { type: 'object' },
    organization: { type: 'object' },
    sender: { type: 'object' },
    workflow_run: { type: 'object' },
  }),
  key: 'The repository and what it happened to.',
  example: {
    action: 'completed',
    workflow_run: {
      id: 30433642,
      name: 'Build',
      head_branch: 'main',
      head_sha: 'acb5820ced9479c074f688cc328bf03f341a511d',
      run_number: 562,
      event: 'push',
      status: 'completed',
      conclusion: 'failure',
      html_url: 'https://github.com/octo-org/octo-repo/actions/runs/30433642',
      created_at: '2020-01-22T19:33:08Z',
      updated_at: '2020-01-22T19:33:08Z',
    },
    repository: { id: 217723378, name: 'octo-repo', full_name: 'octo-org/octo-repo' },
    sender: { login: 'octocat', id: 1, type: 'User' },
  },
  exampleHeaders: {
    'x-github-event': 'workflow_run',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  },
  template:
    '{{ with .data.repository }}{{ with .full_name }}{{ . }}: {{ end }}{{ end }}{{ .data.event }}{{ with .data.action }} {{ . }}{{ end }}{{ with .data.workflow_run }}{{ with .conclusion }} {{ . }}{{ end }}{{ end }}{{ with .data.sender }}{{ with .login }} by {{ . }}{{ end }}{{ end }}',
  read(body, { head }) {
    const event = head?.header('x-github-event') ?? 'event';
    if (event === 'ping') return [];
    const repository = textAt(body, 'repository', 'full_name');
    const thing = body[event];
    const action = textAt(body, 'action');
    const number = textAt(thing, 'number') || textAt(thing, 'id') || textAt(body, 'ref');
    return [
      {
        what: action === '' ? event : `${event}.${action}`,
        key: [repository, event, number].join('/'),
        subject: `${repository}/${event}`,
        time: timeOfText(at(thing, 'updated_at')),
        ...idOf(head?.header('x-github-delivery')),
        labels: labelsOf(body, { event, action, repository }),
        // What happened is in a header only; templates see no headers.
        data: { event, ...body },
      },
    ];
  },
});

const idOf = (delivery: string | undefined) => (delivery === undefined ? {} : { id: delivery });

function labelsOf(body: JsonObject, known: JsonObject & { readonly event: string }): JsonObject {
  const thing = body[known.event];
  return {
    ...known,
    status: textAt(thing, 'conclusion') || textAt(thing, 'state') || textAt(thing, 'status'),
    branch: textAt(thing, 'head_branch') || textAt(body, 'ref').replace('refs/heads/', ''),
    user: textAt(body, 'sender', 'login'),
  };
}
