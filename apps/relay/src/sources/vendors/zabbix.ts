import { sharedSecret } from '../authentication.js';
import { textAt, timeOfText } from '../payload.js';
import { object, text } from '../schema.js';
import { vendor } from '../vendor.js';

const NAMES = [
  ...['AlertURL', 'Environment', 'EventDate', 'EventID', 'EventName', 'EventNSeverity'],
  ...['EventOpData', 'Status', 'EventTags', 'EventTime', 'EventType', 'HostName', 'ItemID'],
  ...['ItemLastValue', 'TriggerDescription', 'TriggerExpression', 'TriggerName'],
] as const;

/** Zabbix documentation, "Trigger severity". */
const SEVERITIES = ['not classified', 'information', 'warning', 'average', 'high', 'disaster'];

/**
 * Zabbix, media type "Webhook" with the parameters that the upstream tool's export names. In them
 * `EventDate` is `{EVENT.DATE}` and `EventTime` `{EVENT.TIME}`, which are taken for UTC as there.
 */
export const zabbix = vendor({
  name: 'zabbix',
  title: 'Zabbix',
  event: 'ZabbixEvent',
  authentication: sharedSecret(),
  schema: object(Object.fromEntries(NAMES.map((name) => [name, text])), ['EventID', 'Status']),
  key: 'EventID.',
  example: {
    AlertURL: 'https://zabbix.example/tr_events.php?triggerid=479500&eventid=209471288',
    Environment: 'zabbix.example',
    EventDate: '2023.12.04',
    EventID: '209471288',
    EventNSeverity: '4',
    EventName: 'db-1 has queries that run for more than 600 s',
    EventOpData: '4s 698ms',
    EventTags: 'Application:Clickhouse, Team:DBA',
    EventTime: '08:13:24',
    EventType: 'ZabbixEvent',
    HostName: 'db-1',
    ItemID: '2855331',
    ItemLastValue: '4s 698ms',
    Status: 'PROBLEM',
    TriggerExpression: 'last(/db-1/ch_params.LongestRunningQuery) >= {$MAX_QUERY_TIME}',
    TriggerName: 'db-1 has queries that run for more than 600 s',
  },
  template:
    '[{{ toUpper .data.Status }}] {{ .data.EventName }}{{ with .data.HostName }} on {{ . }}{{ end }}',
  read(data) {
    const id = textAt(data, 'EventID');
    const resolved = /^(resolved|ok)$/i.test(textAt(data, 'Status'));
    const day = textAt(data, 'EventDate').replaceAll('.', '-');
    const time = timeOfText(`${day}T${textAt(data, 'EventTime')}Z`);
    const status = resolved ? 'resolved' : 'firing';
    return [
      {
        what: `event.${textAt(data, 'Status')}`,
        key: id,
        subject: textAt(data, 'EventName'),
        time,
        id: JSON.stringify(data),
        labels: {
          alertname: data['TriggerName'],
          host: data['HostName'],
          environment: data['Environment'],
          severity: SEVERITIES[Number(data['EventNSeverity'])],
          status,
        },
        data,
        alert: { fingerprint: id, status, startsAt: time ?? '' },
      },
    ];
  },
});
