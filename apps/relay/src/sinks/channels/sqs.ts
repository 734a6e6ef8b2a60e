import { awsCall, awsOptions, awsOutcome } from '../base/aws-call.js';
import { channel } from '../base/channel.js';
import { jsonOf } from '../http/http-call.js';
import { webAddress } from '../base/sink-base.js';
import { groupOf } from './sns.js';

/** Amazon SQS, SendMessage in its JSON protocol. Queues that end in .fifo keep the order per key. */
export const sqs = channel({
  name: 'sqs',
  title: 'Amazon SQS',
  titles: ['Sqs'],
  options: {
    queue: {
      kind: 'texts',
      description: 'Addresses of the queues.',
      example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/alarms',
    },
    region: { kind: 'text', description: 'Region of the queues.', example: 'eu-west-1' },
    ...awsOptions,
  },
  needs: ['queue', 'region', 'access_key_id', 'secret_access_key'],
  target: 'addresses of queues',
  isChat: false,
  escape: 'json',
  open: ({ queue = [], region = '', endpoint, ...access }, uses) => ({
    targets: queue,
    limits: () => [],
    compose({ target, text, event }) {
      const body = {
        QueueUrl: webAddress(target),
        MessageBody: text,
        MessageAttributes: { type: { DataType: 'String', StringValue: event.eventType } },
        ...(target.endsWith('.fifo')
          ? { MessageGroupId: groupOf(event.key), MessageDeduplicationId: event.id }
          : {}),
      };
      const request = {
        service: 'sqs' as const,
        region,
        url: `${endpoint ?? new URL(target).origin}/`,
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'AmazonSQS.SendMessage',
        },
        body: JSON.stringify(body),
      };
      return async () => {
        const answer = await awsCall(request, access, uses);
        return awsOutcome(answer, { MessageId: jsonOf(answer)['MessageId'] });
      };
    },
  }),
});
