import { sharedSecret } from '../authentication.js';
import { at, isObject, textAt, timeOfEpoch } from '../payload.js';
import { object, text, textOrEmpty, texts } from '../schema.js';
import { vendor } from '../vendor.js';

/** Google's own numbers are sometimes texts, and sometimes none. */
const incident = object(
  {
    incident_id: text,
    scoping_project_id: textOrEmpty,
    scoping_project_number: { type: ['string', 'number'], default: '' },
    url: textOrEmpty,
    started_at: { type: ['number', 'null'], default: 0 },
    ended_at: { type: ['number', 'null'] },
    state: { type: 'string' },
    summary: textOrEmpty,
    apigee_url: textOrEmpty,
    observed_value: textOrEmpty,
    resource: object({ type: textOrEmpty, labels: texts }),
    resource_id: textOrEmpty,
    resource_name: textOrEmpty,
    resource_display_name: textOrEmpty,
    resource_type_display_name: textOrEmpty,
    metric: object({ type: textOrEmpty, displayName: textOrEmpty, labels: texts }),
    policy_name: textOrEmpty,
    policy_user_labels: { ...texts, default: {} },
    condition_name: textOrEmpty,
    threshold_value: textOrEmpty,
  },
  ['incident_id', 'state'],
);

/** Google Cloud Monitoring, notification channel "Webhooks", with Basic authentication or a token. */
export const google = vendor({
  name: 'google',
  title: 'Google Cloud Monitoring',
  event: 'GoogleEvent',
  authentication: sharedSecret({ query: 'auth_token' }),
  schema: object({ version: textOrEmpty, incident }, ['incident']),
  key: "The incident's id.",
  example: {
    version: '1.2',
    incident: {
      incident_id: '0.opqiw61fsv7p',
      scoping_project_id: 'internal-project',
      scoping_project_number: 12345,
      url: 'https://console.cloud.google.com/monitoring/alerting/incidents/0.lxfiw61fsv7p?project=internal-project',
      started_at: 1577840461,
      ended_at: 1577877071,
      state: 'closed',
      severity: 'Error',
      summary:
        'CPU usage for internal-project gke-cluster-1 returned to normal with a value of 0.2.',
      observed_value: '0.2',
      threshold_value: '0.9',
      resource: {
        type: 'gce_instance',
        labels: { instance_id: '11223344', project_id: 'internal-project', zone: 'us-central1-c' },
      },
      resource_id: '11223344',
      resource_name: 'internal-project gke-cluster-1-16-default-pool-e2df4cbd-dgp3',
      metric: {
        type: 'compute.googleapis.com/instance/cpu/utilization',
        displayName: 'CPU utilization',
        labels: { instance_name: 'gke-cluster-1-default-pool-e2df4cbd-dgp3' },
      },
      policy_name: 'Monitor-Project-Cluster',
      policy_user_labels: { 'user-label-1': 'important label' },
      condition_name: 'VM Instance - CPU utilization [MAX]',
    },
  },
  template:
    '[{{ toUpper .data.incident.state }}] {{ .data.incident.policy_name }}{{ with .data.incident.summary }}: {{ . }}{{ end }}',
  read(data) {
    const given = data['incident'];
    const id = textAt(given, 'incident_id');
    const state = textAt(given, 'state').toLowerCase();
    const startsAt = timeOfEpoch(at(given, 'started_at'));
    const status = state === 'closed' ? 'resolved' : 'firing';
    const userLabels = at(given, 'policy_user_labels');
    return [
      {
        what: `incident.${state}`,
        key: id,
        subject: `${textAt(given, 'policy_name')}/${textAt(given, 'resource_name')}`,
        time: startsAt,
        id: `${id} ${state} ${startsAt ?? ''}`,
        labels: {
          ...(isObject(userLabels) ? userLabels : {}),
          alertname: at(given, 'policy_name'),
          condition: at(given, 'condition_name'),
          project: at(given, 'scoping_project_id'),
          severity: textAt(given, 'severity').toLowerCase(),
          status,
        },
        data,
        ...(startsAt === undefined ? {} : { alert: { fingerprint: id, status, startsAt } }),
      },
    ];
  },
});
