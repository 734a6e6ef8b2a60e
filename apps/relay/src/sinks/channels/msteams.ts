import type { Outcome } from '../../delivery/sink.js';
import { channel } from '../base/channel.js';
import { outcomeOfStatus, type HttpAnswer } from '../http/http-call.js';
import { jsonCall } from '../http/posting.js';
import { webAddress } from '../base/sink-base.js';

/** "The message size limit is 28 KB": as JSON, with room for the card and for characters of three bytes. */
const MAX_TEXT = 8000;

/**
 * Microsoft Teams: the webhook of a workflow ("Post to a channel when a webhook request is received"),
 * with an adaptive card. It can neither edit nor answer: Microsoft's workflows return no id.
 */
export const msteams = channel({
  name: 'msteams',
  title: 'Microsoft Teams (workflows)',
  titles: ['Msteams', 'Teams'],
  options: {
    url: {
      kind: 'address',
      description: 'Address of the workflow that posts to the channel.',
      example: 'https://prod-1.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke',
      secret: true,
    },
  },
  needs: ['url'],
  target: 'addresses of workflows',
  isChat: true,
  escape: 'commonmarkEscape',
  maxText: MAX_TEXT,
  open: ({ url = '' }, { call }) => ({
    targets: [''],
    // "Webhooks: 4 requests a second" (Rate limiting for connectors).
    limits: (target) => [{ name: `msteams ${target}`, capacity: 4, perSecond: 4 }],
    compose({ target, text }) {
      const request = jsonCall(webAddress(target === '' ? url : target), cardOf(text));
      return async () => outcomeOf(await call(request));
    },
  }),
});

/** A line end of the message is one of the card: Markdown would join the lines. */
const cardOf = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => ({ type: 'TextBlock', text: line, wrap: true })),
        msteams: { width: 'Full' },
      },
    },
  ],
});

/** Connectors say with status 200 that Teams refused: "returned HTTP error 429 with ContextId …". */
function outcomeOf(answer: HttpAnswer): Outcome {
  const [, status] = /HTTP error (\d{3})/.exec(answer.text) ?? [];
  return outcomeOfStatus(status === undefined ? answer : { ...answer, status: Number(status) });
}
