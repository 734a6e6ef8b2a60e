import { escapeHtml } from './escape-html.js';

/** A mail whose values are filled in, not escaped. */
export interface FilledMail {
  readonly language: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly notes: readonly string[];
  readonly action: string | undefined;
  readonly link: string | undefined;
}

/** Makes a mail's two forms of its words. */
export type MailLayout = (mail: FilledMail) => { readonly text: string; readonly html: string };

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** The same words as plain text and as HTML that mail programs show, without pictures or scripts. */
export const renderLayout: MailLayout = (mail) => ({
  text: textOf(mail),
  html: htmlOf(mail),
});

export function textOf({ paragraphs, notes, action, link }: FilledMail): string {
  const button = action === undefined || link === undefined ? [] : [`${action}:\n${link}`];
  return `${[...paragraphs, ...button, ...notes].join('\n\n')}\n`;
}

function htmlOf({ language, subject, paragraphs, notes, action, link }: FilledMail): string {
  const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
  const paragraph = (style: string) => (text: string) =>
    `<p style="${style}">${escapeHtml(text)}</p>`;
  const button =
    action === undefined || link === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`;
  return `<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1c2430;font:16px/1.5 sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
${paragraphs.map(paragraph('margin:0 0 16px')).join('\n')}
${button}
${notes.map(paragraph('margin:0 0 8px;color:#55606e;font-size:14px')).join('\n')}
</div>
</body>
</html>
`;
}

const BUTTON =
  'display:inline-block;padding:10px 20px;background:#1a5fb4;color:#fff;border-radius:8px;text-decoration:none;font-weight:bold';
