import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import type { RelayEvent } from '../events/event.js';
import { buildSinks } from './sinks.js';
import { Templates } from '../templates/templates.js';
import { readConfig } from '../options/config.js';

const event = { id: 'id-1', type: 'T', data: {} } as unknown as RelayEvent;

function kafkaMessage(options: Record<string, string>): string | undefined {
  const config = readConfig([], { EVENTS_KAFKA_OUT_BROKERS: 'k:9092', ...options });
  const sinks = buildSinks({
    config,
    templates: new Templates(config, {}),
    logger: silentLogger,
    replies: { find: () => Promise.resolve(undefined) },
    picture: undefined,
  });
  return sinks.get('kafka')?.render(event);
}

describe('the template of the queue', () => {
  it('is the value of the record when no mode is named', () => {
    expect(kafkaMessage({ EVENTS_KAFKA_OUT_MESSAGE: 'a {{ .type }}' })).toBe('a T');
  });

  it.each(['binary', 'structured', 'plain'])('filters when it is blank, mode %s', (mode) => {
    const blank = {
      EVENTS_KAFKA_OUT_MODE: mode,
      EVENTS_KAFKA_OUT_MESSAGE: '{{ if false }}x{{ end }}',
    };

    expect(kafkaMessage(blank)).toBe('');
  });

  it('does not change a CloudEvent', () => {
    const both = { EVENTS_KAFKA_OUT_MODE: 'structured', EVENTS_KAFKA_OUT_MESSAGE: 'text' };

    expect([kafkaMessage(both), kafkaMessage({})]).toEqual(['id-1', 'id-1']);
  });
});
