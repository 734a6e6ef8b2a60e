import { sharedSecret } from '../authentication.js';
import { textAt, timeOfEpoch } from '../payload.js';
import { numberOrZero, object, text, textOrEmpty } from '../schema.js';
import { vendor } from '../vendor.js';

/** Observium's contact "Webhook", with the members that the upstream tool reads. */
export const observium = vendor({
  name: 'observium',
  title: 'Observium',
  event: 'ObserviumEvent',
  authentication: sharedSecret(),
  schema: object(
    {
      TITLE: text,
      ALERT_STATE: text,
      ALERT_URL: textOrEmpty,
      ALERT_UNIXTIME: numberOrZero,
      DEVICE_HOSTNAME: textOrEmpty,
      DEVICE_LOCATION: textOrEmpty,
      METRICS: textOrEmpty,
    },
    ['TITLE', 'ALERT_STATE'],
  ),
  key: "The device and the alert's address.",
  example: {
    TITLE: 'ALERT: [switch-1] [port] [Gi1/0/1] interface is down',
    ALERT_STATE: 'ALERT',
    ALERT_URL: 'http://observium.example/device/device=1/tab=alert/alert_entry=12/',
    ALERT_UNIXTIME: 1661869111,
    DEVICE_HOSTNAME: 'switch-1',
    DEVICE_LOCATION: 'Hamburg',
    METRICS: 'ifOperStatus = down',
  },
  template:
    '[{{ toUpper .data.ALERT_STATE }}] {{ .data.TITLE }}{{ with .data.METRICS }}: {{ . }}{{ end }}',
  read(data) {
    const state = textAt(data, 'ALERT_STATE');
    const key = `${textAt(data, 'DEVICE_HOSTNAME')}/${textAt(data, 'ALERT_URL')}`;
    const time = timeOfEpoch(data['ALERT_UNIXTIME']);
    const status = /^(recover|ok)/i.test(state) ? 'resolved' : 'firing';
    // A line of a log is no state that ends.
    const isAlert = state !== 'SYSLOG' && time !== undefined;
    return [
      {
        what: `alert.${state}`,
        key,
        subject: textAt(data, 'TITLE'),
        time,
        labels: {
          alertname: data['TITLE'],
          device: data['DEVICE_HOSTNAME'],
          location: data['DEVICE_LOCATION'],
          status: isAlert ? status : '',
        },
        data,
        ...(isAlert ? { alert: { fingerprint: key, status, startsAt: time } } : {}),
      },
    ];
  },
});
