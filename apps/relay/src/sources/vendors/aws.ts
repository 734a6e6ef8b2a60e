import { sharedSecret } from '../authentication.js';
import type { Arrival, HttpSource, Received } from '../http-source.js';
import { jsonOf } from '../json-body.js';
import { at, isObject, textAt, timeOfText, type JsonObject } from '../payload.js';
import { object, text } from '../schema.js';
import { isOfSns, readSns } from './sns.js';
import { checker, eventOf, vendor, type Reading, type Vendor, type VendorUses } from '../vendor.js';

const SNS_TYPE = 'x-amz-sns-message-type';
const secret = sharedSecret();

/** What comes without SNS. */
const DIRECT = {
  ...object({ AlarmName: text, source: text, 'detail-type': text, detail: {} }),
  anyOf: [{ required: ['source', 'detail-type'] }, { required: ['AlarmName'] }],
};

/**
 * AWS: alarms of CloudWatch and anything else by SNS, whose signature is checked and whose subscription
 * is confirmed, and events of EventBridge, by SNS or by an API destination with the secret.
 */
export const aws = vendor({
  name: 'aws',
  title: 'AWS: CloudWatch and EventBridge by SNS, or by an API destination',
  event: 'AWSEvent',
  authentication: {
    ...secret,
    // Signed by Amazon: what is of another topic is refused when it is read.
    admits: (head, given) =>
      head.header(SNS_TYPE) === undefined ? secret.admits(head, given) : true,
  },
  schema: object({
    AlarmName: text,
    version: text,
    source: text,
    account: text,
    time: text,
    region: text,
    'detail-type': text,
    detail: {},
  }),
  payload: DIRECT,
  key: "The alarm's ARN, else source and first resource, else the topic.",
  example: {
    version: '0',
    id: '7bf73129-1428-4cd3-a780-95db273d1602',
    'detail-type': 'EC2 Instance State-change Notification',
    source: 'aws.ec2',
    account: '123456789012',
    time: '2021-11-11T21:29:54Z',
    region: 'us-east-1',
    resources: ['arn:aws:ec2:us-east-1:123456789012:instance/i-abcd1111'],
    detail: { 'instance-id': 'i-abcd1111', state: 'pending' },
  },
  template:
    '{{ with .data.AlarmName }}{{ . }}: {{ end }}{{ with .data.NewStateValue }}{{ . }} {{ end }}{{ with .data.NewStateReason }}{{ . }}{{ end }}{{ with .data.source }}{{ . }} {{ end }}{{ with index .data "detail-type" }}{{ . }} {{ end }}{{ with .data.detail }}{{ toJSON . }}{{ end }}{{ with .data.Subject }}{{ . }} {{ end }}{{ with .data.Message }}{{ . }}{{ end }}',
  takesType: (contentType) => /^(application\/json|text\/plain)\s*(;|$)/i.test(contentType),
  open: (uses) => awsSource(uses),
});

function awsSource(uses: VendorUses): Pick<HttpSource, 'receive'> {
  const direct = checker(DIRECT);
  const envelope = checker({ type: 'object' });
  return {
    async receive(body, arrival): Promise<Received> {
      const isSns = arrival.head?.header(SNS_TYPE) !== undefined || isOfSns(body);
      if (!isSns) return received([readingOf(direct(body), {})], arrival);
      const message = await readSns(envelope(body), uses);
      return message === undefined
        ? { events: [], dropped: { subscription: 1 }, answer: { Message: 'OK' } }
        : received([readingOf(inside(message), message)], arrival);
    },
  };
}

function received(readings: readonly Reading[], arrival: Arrival): Received {
  const named: Pick<Vendor, 'name' | 'event'> = { name: 'aws', event: 'AWSEvent' };
  const events = readings.map((reading) => eventOf(named, reading, arrival));
  return { events, dropped: {}, answer: { Message: 'OK' } };
}

/** Services put JSON into the message, people a text. */
function inside(message: JsonObject): JsonObject {
  const envelope = { TopicArn: message['TopicArn'], MessageId: message['MessageId'] };
  try {
    const value: unknown = jsonOf(Buffer.from(textAt(message, 'Message')));
    if (isObject(value)) return { ...envelope, ...value };
  } catch {
    // A text: it is the data.
  }
  return { ...envelope, Subject: textAt(message, 'Subject'), Message: textAt(message, 'Message') };
}

function readingOf(data: JsonObject, envelope: JsonObject): Reading {
  const id = textAt(envelope, 'MessageId') || textAt(data, 'id');
  const common = { data, ...(id === '' ? {} : { id }) };
  const sent = timeOfText(envelope['Timestamp']);
  if (textAt(data, 'AlarmName') !== '') return { ...common, ...alarm(data, sent) };
  if (textAt(data, 'detail-type') !== '') return { ...common, ...bridged(data) };
  const topic = textAt(envelope, 'TopicArn');
  const subject = textAt(envelope, 'Subject') || topic;
  return { ...common, what: 'notification', key: topic, subject, time: sent, labels: { topic } };
}

type Told = Omit<Reading, 'data' | 'id'>;

function alarm(data: JsonObject, sent: string | undefined): Told {
  const state = textAt(data, 'NewStateValue');
  const fingerprint = textAt(data, 'AlarmArn') || textAt(data, 'AlarmName');
  const changed = textAt(data, 'StateChangeTime').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const time = timeOfText(changed) ?? sent;
  const status = state === 'OK' ? 'resolved' : 'firing';
  return {
    what: `alarm.${state}`,
    key: fingerprint,
    subject: textAt(data, 'AlarmName'),
    time,
    labels: {
      alertname: data['AlarmName'],
      account: data['AWSAccountId'],
      region: data['Region'],
      namespace: at(data, 'Trigger', 'Namespace'),
      state,
      status,
    },
    alert: { fingerprint, status, startsAt: time ?? '' },
  };
}

function bridged(data: JsonObject): Told {
  const from = textAt(data, 'source');
  const resources = data['resources'];
  const resource: unknown = Array.isArray(resources) ? resources[0] : undefined;
  const thing = typeof resource === 'string' ? resource : textAt(data, 'detail-type');
  return {
    what: `event.${textAt(data, 'detail-type')}`,
    key: `${from}/${thing}`,
    subject: `${from}/${textAt(data, 'detail-type')}`,
    time: timeOfText(data['time']),
    labels: {
      origin: from,
      account: data['account'],
      region: data['region'],
      detail_type: data['detail-type'],
      state: at(data, 'detail', 'state'),
    },
  };
}
