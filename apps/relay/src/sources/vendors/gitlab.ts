import { tokenOrStandardWebhook } from '../authentication.js';
import { at, textAt, timeOfText, type JsonObject } from '../payload.js';
import { object, text } from '../schema.js';
import { vendor } from '../vendor.js';

/**
 * GitLab's webhooks of projects, groups and the system ("Webhook events"): what happened is in
 * `object_kind`, or `event_name` for the system's.
 */
export const gitlab = vendor({
  name: 'gitlab',
  title: 'GitLab',
  event: 'GitlabEvent',
  authentication: tokenOrStandardWebhook('x-gitlab-token'),
  schema: {
    ...object({
      object_kind: text,
      event_name: text,
      object_attributes: { type: 'object' },
      project: { type: 'object' },
      user: {},
    }),
    anyOf: [{ required: ['object_kind'] }, { required: ['event_name'] }],
  },
  key: 'The project, the kind and the number of what it happened to.',
  example: {
    object_kind: 'pipeline',
    object_attributes: {
      id: 31,
      iid: 3,
      ref: 'master',
      tag: false,
      sha: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
      source: 'merge_request_event',
      status: 'success',
      stages: ['build', 'test', 'deploy'],
      created_at: '2016-08-12 15:23:28 UTC',
      finished_at: '2016-08-12 15:26:29 UTC',
      duration: 63,
      url: 'http://example.com/gitlab-org/gitlab-test/-/pipelines/31',
    },
    user: { id: 1, name: 'Administrator', username: 'root' },
    project: {
      id: 1,
      name: 'Gitlab Test',
      web_url: 'http://192.168.64.1:3005/gitlab-org/gitlab-test',
      namespace: 'Gitlab Org',
      path_with_namespace: 'gitlab-org/gitlab-test',
      default_branch: 'master',
    },
    commit: {
      id: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
      message: 'test\n',
      timestamp: '2016-08-12T17:23:21+02:00',
      url: 'http://example.com/gitlab-org/gitlab-test/commit/bcbb5ec396a2c0f828686f14fac9b80b780504f2',
    },
    builds: [],
  },
  exampleHeaders: { 'x-gitlab-event': 'Pipeline Hook' },
  template:
    '{{ with .data.project }}{{ with .path_with_namespace }}{{ . }}: {{ end }}{{ end }}{{ .data.object_kind }}{{ with .data.object_attributes }}{{ with .status }} {{ . }}{{ end }}{{ with .title }} {{ . }}{{ end }}{{ with .url }} {{ . }}{{ end }}{{ end }}',
  read(data, { head }) {
    const kind = kindOf(data);
    const status = statusOf(data);
    const project = textAt(data, 'project', 'path_with_namespace');
    const event = head?.header('x-gitlab-event-uuid') ?? head?.header('webhook-id');
    const [number] = [textAt(data, 'object_attributes', 'iid'), textAt(data, 'build_id')]
      .concat(textAt(data, 'object_attributes', 'id'), textAt(data, 'ref'))
      .filter((part) => part !== '');
    return [
      {
        what: status === '' ? kind : `${kind}.${status}`,
        key: [project, kind, number ?? ''].join('/'),
        subject: `${project}/${kind}`,
        time: timeOfText(at(data, 'object_attributes', 'created_at')),
        ...(event === undefined ? {} : { id: `${event} ${JSON.stringify(data)}` }),
        labels: {
          kind,
          event: head?.header('x-gitlab-event'),
          project,
          ref: textAt(data, 'object_attributes', 'ref') || textAt(data, 'ref'),
          status,
          user: textAt(data, 'user', 'username') || textAt(data, 'user_username'),
        },
        data,
      },
    ];
  },
});

const kindOf = (data: JsonObject): string =>
  textAt(data, 'object_kind') || textAt(data, 'event_name');

const statusOf = (data: JsonObject): string =>
  textAt(data, 'object_attributes', 'status') ||
  textAt(data, 'build_status') ||
  textAt(data, 'object_attributes', 'action') ||
  textAt(data, 'status');
