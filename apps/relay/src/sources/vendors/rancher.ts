import { sharedSecret } from '../authentication.js';
import { grafana } from './grafana.js';
import { vendor } from '../vendor.js';

/**
 * Rancher's monitoring: its receivers are those of Alertmanager, with a token under "HTTP Config". The
 * upstream tool has the path and relays nothing of it.
 */
export const rancher = vendor({
  ...grafana,
  name: 'rancher',
  title: 'Rancher monitoring',
  event: 'RancherEvent',
  authentication: sharedSecret(),
  example: {
    receiver: 'relay',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels: {
          alertname: 'KubePodCrashLooping',
          cluster_name: 'production',
          namespace: 'shop',
          pod: 'web-1',
          severity: 'warning',
        },
        annotations: { summary: 'Pod is crash looping.' },
        startsAt: '2026-11-21T07:03:23.537Z',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'http://rancher-monitoring-prometheus.cattle-monitoring-system:9090/graph',
        fingerprint: '5ef77f1f8a3a2ffd',
      },
    ],
    groupLabels: {},
    commonLabels: { cluster_name: 'production' },
    commonAnnotations: {},
    externalURL: 'http://rancher-monitoring-alertmanager.cattle-monitoring-system:9093',
    version: '4',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
  },
});
