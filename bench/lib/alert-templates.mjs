const labels = {
  alertname: 'HighRequestLatency',
  severity: 'critical',
  instance: '10.2.3.4:9100',
  job: 'api-server',
  namespace: 'production',
};
const alert = {
  status: 'firing',
  labels,
  annotations: {
    summary: 'Requests of api-server take longer than a second',
    description: 'The 99th percentile is 1.73 s, which is above 1 s for more than 10 minutes.',
  },
  startsAt: '2026-11-21T07:03:23.537Z',
  generatorURL: 'http://prometheus:9090/graph?g0.expr=latency&g0.tab=1',
  value: 1.73,
};

const message = `{{- if eq .status "firing" }}<b>FIRING</b>{{ else }}<b>RESOLVED</b>{{ end }} {{ .labels.alertname }} ({{ .labels.severity }})
{{ with .annotations }}{{ .summary }}
{{ .description }}{{ end }}
{{ range $name, $value := .labels }}{{ if ne $name "alertname" }}- {{ $name }}: {{ $value }}
{{ end }}{{ end }}Value: {{ printf "%.2f" .value }} since {{ .startsAt }}
<a href="{{ html .generatorURL }}">graph</a> of {{ len .labels }} labels
Runbook: https://runbooks.example.com/{{ .labels.namespace }}/{{ .labels.alertname }} for {{ .labels.job }}`;

/** What a relay renders all day, by name. */
export const ALERT_TEMPLATES = {
  'alert message': { template: message, data: alert },
  'fields only': {
    template: '{{ .status }}: {{ .labels.alertname }} on {{ .labels.instance }} at {{ .startsAt }}',
    data: alert,
  },
  'group of 20 alerts': {
    template: `{{ define "alert" }}${message}{{ end }}{{ range $i, $a := .alerts }}{{ template "alert" $a }}
{{ end }}`,
    data: { alerts: Array.from({ length: 20 }, () => alert) },
  },
};
