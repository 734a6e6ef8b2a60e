/** As a real Alertmanager sends it. */
export const ALERTMANAGER_EXAMPLE = {
  receiver: 'relay',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'HighLatency', instance: 'web-1', severity: 'critical' },
      annotations: { summary: 'p99 above 1 s' },
      startsAt: '2026-11-21T07:03:23.53797735Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus:9090/graph?g0.expr=latency+%3E+1&g0.tab=1',
      fingerprint: 'ad2b7f1d8b3a5c6e',
    },
  ],
  groupLabels: { alertname: 'HighLatency' },
  commonLabels: { alertname: 'HighLatency', instance: 'web-1', severity: 'critical' },
  commonAnnotations: { summary: 'p99 above 1 s' },
  externalURL: 'http://alertmanager:9093',
  version: '4',
  groupKey: '{}:{alertname="HighLatency"}',
  truncatedAlerts: 0,
};

/** `admission.k8s.io/v1`, AdmissionReview. */
export const ADMISSION_EXAMPLE = {
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    name: 'web-1',
    namespace: 'shop',
    operation: 'CREATE',
    userInfo: { username: 'admin', uid: '014fbff9a07c', groups: ['system:authenticated'] },
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-1', namespace: 'shop' } },
    oldObject: null,
    dryRun: false,
  },
};
