import type { Notification } from '../notifications/notification.js';
import type { Settings } from '../settings/settings.js';

/** A record of 4,096 bytes less header, padding and tag (RFC 8291, section 4): what all services take. */
export const MAX_PAYLOAD_BYTES = 3993;
/** What the service worker gets; the text is cut until it fits. */
export function payloadOf(notification: Notification, settings: Settings): string {
  const { id, title, description = '', notificationType, relatedEntity } = notification;
  const silent = !settings.soundEnabled;
  const build = (titleLength: number, bodyLength: number) =>
    JSON.stringify({
      id,
      title: cut(title, titleLength),
      body: cut(description, bodyLength),
      notificationType,
      ...(relatedEntity === undefined ? {} : { relatedEntity }),
      silent,
    });
  const lengths = [3000, 1500, 700, 300, 150, 60, 0];
  const fitting = lengths
    .map((length) => build(200, length))
    .find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES);
  return (
    fitting ?? JSON.stringify({ id, title: cut(title, 100), body: '', notificationType, silent })
  );
}

/** By code points: half a surrogate pair is no character. */
const cut = (text: string, length: number): string => {
  const points = Array.from(text);
  return points.length <= length ? text : `${points.slice(0, Math.max(0, length - 1)).join('')}…`;
};
