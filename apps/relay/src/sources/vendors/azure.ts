import { sharedSecret } from '../authentication.js';
import { at, textAt, timeOfText } from '../payload.js';
import { listOf, object, text, textOrEmpty } from '../schema.js';
import { vendor } from '../vendor.js';

const essentials = object(
  {
    alertId: text,
    alertRule: textOrEmpty,
    severity: textOrEmpty,
    signalType: textOrEmpty,
    monitorCondition: { enum: ['Fired', 'Resolved'] },
    monitoringService: textOrEmpty,
    alertTargetIDs: listOf(text),
    firedDateTime: text,
    description: { type: ['string', 'null'], default: '' },
  },
  ['alertId', 'monitorCondition', 'firedDateTime'],
);

/**
 * Azure Monitor's action groups in the common alert schema. They sign nothing and send no headers of
 * one's own: the secret is a parameter of the address.
 */
export const azure = vendor({
  name: 'azure',
  title: 'Azure Monitor',
  event: 'AzureEvent',
  authentication: sharedSecret({ query: 'token' }),
  schema: object(
    {
      schemaId: { const: 'azureMonitorCommonAlertSchema' },
      data: object({ essentials, alertContext: { type: ['object', 'null'] } }, ['essentials']),
    },
    ['schemaId', 'data'],
  ),
  key: "The alert's id, without the subscription's.",
  example: {
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId:
          '/subscriptions/11111111-1111-1111-1111-111111111111/providers/Microsoft.AlertsManagement/alerts/b9569717-bc32-442f-add5-83a997729330',
        alertRule: 'WCUS-R2-Gen2',
        severity: 'Sev3',
        signalType: 'Metric',
        monitorCondition: 'Resolved',
        monitoringService: 'Platform',
        alertTargetIDs: [
          '/subscriptions/11111111-1111-1111-1111-111111111111/resourcegroups/pipelinealertrg/providers/microsoft.compute/virtualmachines/wcus-r2-gen2',
        ],
        configurationItems: ['wcus-r2-gen2'],
        originAlertId: '3f2d4487-b0fc-4125-8bd5-7ad17384221e',
        firedDateTime: '2019-03-22T13:58:24.3713213Z',
        resolvedDateTime: '2019-03-22T14:03:16.2246313Z',
        description: '',
        essentialsVersion: '1.0',
        alertContextVersion: '1.0',
      },
      alertContext: {
        conditionType: 'SingleResourceMultipleMetricCriteria',
        condition: {
          windowSize: 'PT5M',
          allOf: [
            {
              metricName: 'Percentage CPU',
              metricNamespace: 'Microsoft.Compute/virtualMachines',
              operator: 'GreaterThan',
              threshold: '25',
              timeAggregation: 'Average',
              metricValue: 7.727,
            },
          ],
        },
      },
      customProperties: { team: 'blue' },
    },
  },
  template:
    '[{{ toUpper .data.data.essentials.monitorCondition }}] {{ .data.data.essentials.alertRule }} ({{ .data.data.essentials.severity }}){{ with .data.data.essentials.description }}: {{ . }}{{ end }}',
  read(data) {
    const given = at(data, 'data', 'essentials');
    const fingerprint = textAt(given, 'alertId').split('/').at(-1) ?? '';
    const condition = textAt(given, 'monitorCondition');
    const startsAt = textAt(given, 'firedDateTime');
    const status = condition === 'Resolved' ? 'resolved' : 'firing';
    return [
      {
        what: `alert.${condition}`,
        key: fingerprint,
        subject: textAt(given, 'alertRule'),
        time: timeOfText(status === 'resolved' ? at(given, 'resolvedDateTime') : startsAt),
        id: `${fingerprint} ${condition} ${startsAt}`,
        labels: {
          alertname: at(given, 'alertRule'),
          severity: at(given, 'severity'),
          service: at(given, 'monitoringService'),
          status,
        },
        data,
        alert: { fingerprint, status, startsAt },
      },
    ];
  },
});
