import { createHash } from 'node:crypto';
import { viewOf } from '../../events/event-view.js';
import type { RelayEvent } from '../../events/event.js';
import { NotComposable } from '../../delivery/sink.js';
import type { Render } from '../../templates/message-template.js';

/** A PNG for an event; nothing when there is none to be had. */
export type Picture = (event: RelayEvent) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/**
 * The targets that a selector's lines name. As upstream, a selector that fails or names nothing leaves
 * it to the configured target.
 */
export function selectedTargets(
  event: RelayEvent,
  selector: Render | undefined,
  fallback: readonly string[],
): readonly string[] {
  if (selector === undefined) return fallback;
  try {
    const lines = selector(viewOf(event))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.length > 0 ? lines : fallback;
  } catch {
    return fallback;
  }
}

/** Tells targets apart without giving them away. */
export const fingerprint = (target: string): string =>
  createHash('sha256').update(target).digest('hex').slice(0, 8);

/** Host of a URL and a fingerprint of the rest, which may hold a token. */
export const urlLabel = (url: string): string =>
  URL.canParse(url) ? `${new URL(url).host}#${fingerprint(url)}` : fingerprint(url);

/** For a line of a selector, which trying again would not make an address. @throws {NotComposable} */
export function webAddress(url: string): string {
  if (isWebAddress(url)) return url;
  throw new NotComposable('the selector named no http or https address');
}

export const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
