import { traceDelivery } from '@sextant/platform-runtime/telemetry';
import type { Trace } from './tracer.js';

/** Spans by OpenTelemetry's semantic conventions for messaging, as far as a chat is a queue. */
export const traceCall: Trace = ({ sink, label, messages, causes }) =>
  traceDelivery({
    name: `send ${label}`,
    kind: sink === 'kafka' ? 'producer' : 'client',
    causes,
    attributes: {
      'messaging.system': sink,
      'messaging.destination.name': label,
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': messages,
    },
  });
