/** Telegram Bot API, "MarkdownV2 style": these must be escaped outside of entities. */
export const escapeMarkdownV2 = (text: string): string =>
  text.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`);

/** Slack, "Formatting text for app surfaces": the three control characters. */
export const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
