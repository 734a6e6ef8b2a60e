import { sharedSecret } from '../authentication.js';
import { textAt, timeOfText } from '../payload.js';
import { listOf, number, numberOrZero, object, text, textOrEmpty } from '../schema.js';
import { vendor } from '../vendor.js';

/**
 * Site24x7's third-party integration "Webhooks" with its own JSON ("Post the default incident
 * parameters"); a secret goes as a custom header.
 */
export const site24x7 = vendor({
  name: 'site24x7',
  title: 'Site24x7',
  event: 'Site24x7Event',
  authentication: sharedSecret(),
  schema: object(
    {
      MONITOR_ID: number,
      MONITOR_DASHBOARD_LINK: textOrEmpty,
      MONITORTYPE: textOrEmpty,
      MONITORNAME: text,
      MONITORURL: textOrEmpty,
      MONITOR_GROUPNAME: textOrEmpty,
      INCIDENT_REASON: textOrEmpty,
      INCIDENT_TIME: textOrEmpty,
      INCIDENT_TIME_ISO: textOrEmpty,
      POLLFREQUENCY: numberOrZero,
      STATUS: text,
      FAILED_LOCATIONS: textOrEmpty,
      GROUP_TAGS: listOf(text),
      TAGS: listOf(text),
    },
    ['MONITORNAME', 'STATUS'],
  ),
  key: 'MONITOR_ID.',
  example: {
    MONITOR_DASHBOARD_LINK: 'https://site24x7.com',
    MONITORTYPE: 'URL',
    MONITOR_ID: 195603000000025000,
    STATUS: 'DOWN',
    MONITORNAME: 'Zylker Monitor',
    FAILED_LOCATIONS: 'California-US',
    INCIDENT_REASON: 'Service Unavailable',
    GROUP_TAGS: ['ZylkerGrp', 'URL'],
    MONITORURL: 'http://zylker.com',
    MONITOR_GROUPNAME: 'Zylker Web Group',
    POLLFREQUENCY: 1,
    TAGS: ['zylker', 'website'],
    INCIDENT_TIME: '18 Mar 2022 08:51:19 GMT',
    INCIDENT_TIME_ISO: '2022-03-18T01:51:19-0700',
  },
  template:
    '[{{ toUpper .data.STATUS }}] {{ .data.MONITORNAME }}{{ with .data.INCIDENT_REASON }}: {{ . }}{{ end }}',
  read(data) {
    const given = textAt(data, 'MONITOR_ID');
    const key = given === '' ? textAt(data, 'MONITORNAME') : given;
    const state = textAt(data, 'STATUS');
    const zone = /([+-]\d\d)(\d\d)$/;
    const time = timeOfText(textAt(data, 'INCIDENT_TIME_ISO').replace(zone, '$1:$2'));
    const status = state.toUpperCase() === 'UP' ? 'resolved' : 'firing';
    return [
      {
        what: `monitor.${state}`,
        key,
        subject: textAt(data, 'MONITORNAME'),
        time,
        labels: {
          alertname: data['MONITORNAME'],
          group: data['MONITOR_GROUPNAME'],
          type: data['MONITORTYPE'],
          severity: state.toLowerCase(),
          status,
        },
        data,
        ...(time === undefined ? {} : { alert: { fingerprint: key, status, startsAt: time } }),
      },
    ];
  },
});
