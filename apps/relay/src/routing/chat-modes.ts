/** What messages of the chat bot are written in. */
export const PARSE_MODES = ['HTML', 'MarkdownV2', 'Markdown', 'none'] as const;
export type ParseMode = (typeof PARSE_MODES)[number];

/** What becomes of the message of an alert when it is resolved. */
export const RESOLVE_MODES = ['update', 'thread', 'new'] as const;
