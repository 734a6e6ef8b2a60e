import { VENDORS } from '../sources/vendors/vendors.js';

/** An action that prints, and none that branches. */
const PRINTS = /\{\{ (?!(?:if|else|end|with|range)\b)([^{}]+?) \}\}/g;

/** A value that is not there is an empty text. */
const vendors = VENDORS.map(
  ({ event, template }) =>
    `{{- else if eq .type "${event}" -}}\n${template.replaceAll(PRINTS, '{{ toString ($1) }}')}\n`,
).join('');

/** What a channel says when it is given no template of its own. */
const plain = `{{ with .via }}{{ with .Escalation }}Not acknowledged for {{ .minutes }} min: {{ end }}{{ end }}{{- if eq .type "AlertmanagerEvent" -}}
[{{ toUpper .data.status }}] {{ .data.labels.alertname }}
{{- with .data.labels.instance }} on {{ . }}{{ end }}
{{- with .data.annotations.summary }}: {{ . }}{{ end }}
{{- else if eq .type "AlertmanagerGroupEvent" -}}
[{{ toUpper .data.status }}] {{ len .data.alerts }} alerts, {{ .data.groupKey }}
{{- else if eq .type "K8sEvent" -}}
{{ .data.operation }} {{ .data.kind }}{{ with .data.subResource }}/{{ . }}{{ end }} {{ .data.location }} requested by {{ .data.user.name }}
{{- else if eq .type "ActionEvent" -}}
{{ .data.by }} {{ .data.action }} {{ .data.subject }}{{ with .data.until }} until {{ . }}{{ end }}
{{- else if eq .type "HeartbeatEvent" -}}
[{{ toUpper .data.status }}] heartbeat {{ .data.name }}, last seen {{ .data.last_seen }}
{{- else if eq .type "PodEvent" -}}
[{{ toUpper .data.status }}] {{ .data.reason }} {{ .data.location }}{{ with .data.container }} ({{ . }}){{ end }}{{ with .data.message }}: {{ . }}{{ end }}
{{- else if eq .type "NomadEvent" -}}
[NOMAD] {{ .data.Type }} {{ .data.Namespace }} {{ .data.Key }}
{{- else if eq .type "SyslogEvent" -}}
[{{ toUpper .data.severity }}] {{ .data.hostname }} {{ .data.app_name }}: {{ .data.message }}
${vendors}{{- else -}}
{{ .type }} {{ .channel }} {{ toJSON .data }}
{{- end }}`;

/** The same with every value escaped by a function of the template. */
const escapedBy = (name: string): string =>
  plain.replaceAll(PRINTS, (action, value: string) =>
    /^(toUpper|len) /.test(value) ? action : `{{ ${name} (${value}) }}`,
  );

export const DEFAULT_TEMPLATES = {
  stdout: `{{ .time }} ${plain.replace('{{- if', '{{ if')}`,
  chatbot: escapedBy('html'),
  teamchat: escapedBy('mrkdwnEscape'),
  workplacechat: plain,
} as const;

/** The event as JSON templates see it, without the capitalised view. */
const EVENT_JSON =
  '{{ toJSON (dict "time" .time "channel" .channel "type" .type "data" .data "via" .via) }}';

/** What a channel says: as JSON, as it is, or with every value escaped by the function of that name. */
export function defaultTemplate(escape: string): string {
  if (escape === 'json') return EVENT_JSON;
  return escape === 'plain' ? plain : escapedBy(escape);
}
