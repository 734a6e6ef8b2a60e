import { viewOf } from '../../events/event-view.js';
import type { RelayEvent } from '../../events/event.js';
import type { Render } from '../../templates/message-template.js';

/**
 * What a template of attributes gives: a JSON object, of which the texts count, as in the upstream tool.
 * Without a template they are the labels.
 *
 * @throws {Error} when it gives something else
 */
export function attributesOf(
  event: RelayEvent,
  template: Render | undefined,
): Readonly<Record<string, string>> {
  if (template === undefined) return event.labels;
  const text = template(viewOf(event));
  if (text.trim() === '') return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('attributes are no JSON object');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      typeof item === 'string' ? [[name, item] as const] : [],
    ),
  );
}
