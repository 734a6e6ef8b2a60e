/** Telegram Bot API, "MarkdownV2 style": these must be escaped outside of entities. */
export const escapeMarkdownV2 = (text: string): string =>
  text.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`);

/** Slack, "Formatting text for app surfaces": the three control characters. */
export const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** CommonMark 0.31, section 2.4: what begins something, as Teams, Discord and Mattermost read it. */
export const escapeCommonMark = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>()#+\-!|~@]/g, String.raw`\$&`);

/** Google Chat knows no escapes: what would be a mention, a link or bold gets a space of no width. */
export const escapeGoogleChat = (text: string): string =>
  text.replaceAll(/[<*_~`]/g, (character) => `${character}\u200B`);
