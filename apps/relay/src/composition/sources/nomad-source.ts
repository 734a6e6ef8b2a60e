import { systemClock } from '@sextant/platform-runtime/clock';
import { NomadStream } from '../../sources/streams/nomad-stream.js';
import type { RelayConfig } from '../../options/config.js';
import type { EventSource, EventSourceUses } from './event-source.js';

export function startNomadSource(
  config: RelayConfig,
  { intake, observer, spool, isLeading }: EventSourceUses,
): Promise<EventSource | undefined> {
  const { nomadAddress: address, nomadToken: token, nomadTopics: topics } = config;
  if (address === undefined) return Promise.resolve(undefined);
  const stream = new NomadStream({
    ...{ address, token, topics, namespace: config.nomadNamespace },
    ...{ intake, observer, spool, isLeading, clock: systemClock },
  });
  stream.start();
  return Promise.resolve(stream);
}
