import { sharedSecret } from '../authentication.js';
import { textAt, timeOfEpoch } from '../payload.js';
import { number, object, text } from '../schema.js';
import { vendor } from '../vendor.js';

/** Cloudflare's notifications, generic webhook ("Webhook payload schema"). */
export const cloudflare = vendor({
  name: 'cloudflare',
  title: 'Cloudflare notifications',
  event: 'CloudflareEvent',
  authentication: sharedSecret({ header: 'cf-webhook-auth' }),
  schema: object(
    {
      name: text,
      text,
      data: { type: ['object', 'null'] },
      ts: number,
      account_id: text,
      policy_id: text,
      policy_name: text,
      alert_type: text,
      alert_correlation_id: text,
      alert_event: text,
    },
    ['text'],
  ),
  key: 'The correlation id of alerts, else the policy.',
  example: {
    name: 'Origin health',
    text: 'The health check origin-1 is unhealthy.',
    data: { health_check_id: '0da2b59e-f118-439d-8097-bdfb215203c9', status: 'Unhealthy' },
    ts: 1700000000,
    account_id: '9035f53656c247e895c5a6939ae8a0e0',
    policy_id: 'e0ae2b7a-2e6c-4dfe-8a5d-0e8ebc9ab2cf',
    policy_name: 'Origin health',
    alert_type: 'health_check_status_notification',
    alert_correlation_id: '000eaa907ed24e78946d3a93adb2ae57',
    alert_event: 'ALERT_STATE_EVENT_START',
  },
  template: '{{ with .data.policy_name }}{{ . }}: {{ end }}{{ .data.text }}',
  read(data) {
    const correlation = textAt(data, 'alert_correlation_id');
    const state = textAt(data, 'alert_event').replace('ALERT_STATE_EVENT_', '');
    const time = timeOfEpoch(data['ts']);
    const status = state === 'END' ? 'resolved' : 'firing';
    const isAlert = correlation !== '' && ['START', 'END'].includes(state) && time !== undefined;
    return [
      {
        what: isAlert ? `alert.${state}` : 'notification',
        key: correlation === '' ? textAt(data, 'policy_id') : correlation,
        subject: textAt(data, 'policy_name'),
        time,
        labels: {
          alertname: data['alert_type'],
          policy: data['policy_name'],
          account: data['account_id'],
          status: isAlert ? status : '',
        },
        data,
        ...(isAlert ? { alert: { fingerprint: correlation, status, startsAt: time } } : {}),
      },
    ];
  },
});
