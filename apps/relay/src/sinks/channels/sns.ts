import { NotComposable } from '../../delivery/sink.js';
import { awsCall, awsOptions, awsOutcome } from '../base/aws-call.js';
import { channel, type ChannelMessage } from '../base/channel.js';
import { titleOf } from '../http/posting.js';

const ARN = /^arn:aws[a-z-]*:sns:([a-z0-9-]+):\d{12}:[\w-]+(\.fifo)?$/;

/** Amazon SNS, Publish (API version 2010-03-31). Topics that end in .fifo keep the order per key. */
export const sns = channel({
  name: 'sns',
  title: 'Amazon SNS',
  titles: ['Sns'],
  options: {
    topic: {
      kind: 'texts',
      description: 'ARNs of the topics.',
      example: 'arn:aws:sns:eu-west-1:123456789012:alarms',
    },
    ...awsOptions,
  },
  needs: ['topic', 'access_key_id', 'secret_access_key'],
  target: 'ARNs of topics',
  isChat: false,
  escape: 'json',
  open: ({ topic = [], endpoint, ...access }, uses) => ({
    targets: topic,
    label: (target) => target.split(':').at(-1) ?? 'sns',
    limits: () => [],
    compose(message) {
      const region = ARN.exec(message.target)?.[1];
      if (region === undefined) throw new NotComposable('the selector named no topic');
      const request = {
        service: 'sns' as const,
        region,
        url: `${endpoint ?? `https://sns.${region}.amazonaws.com`}/`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: formOf(message),
      };
      return async () => {
        const answer = await awsCall(request, access, uses);
        const [, id = ''] = /<MessageId>([^<]+)</.exec(answer.text) ?? [];
        return awsOutcome(answer, { MessageId: id });
      };
    },
  }),
});

/** "Subject: at most 100 characters of ASCII, no line breaks". */
function formOf({ target, event, text }: ChannelMessage): string {
  const subject = titleOf(event.subject.replaceAll(/[^\x20-\x7e]/g, '?'), 100).replace('…', '');
  return new URLSearchParams({
    Action: 'Publish',
    Version: '2010-03-31',
    TopicArn: target,
    Message: text,
    ...(subject.trim() === '' ? {} : { Subject: subject }),
    'MessageAttributes.entry.1.Name': 'type',
    'MessageAttributes.entry.1.Value.DataType': 'String',
    'MessageAttributes.entry.1.Value.StringValue': event.eventType,
    ...(target.endsWith('.fifo')
      ? { MessageGroupId: groupOf(event.key), MessageDeduplicationId: event.id }
      : {}),
  }).toString();
}

/** "1 to 128 alphanumeric characters and punctuation". */
export const groupOf = (key: string): string => key.replaceAll(/[^\x21-\x7e]/g, '_').slice(-128);
