import { escapeAttribute, escapeText } from 'entities';
import { linesOf, rowsOf, withBold, type Content } from './content.js';

const both = (before: string, after: string) => (text: string) => before + text + after;

const inHtml = (sentence: string): string =>
  withBold(sentence, { plain: escapeText, bold: both('<b>', '</b>') });

export const txt = (content: Content): string => `${linesOf(content).join('\r\n')}\r\n`;

export function html(content: Content): string {
  const { language, title, paragraphs, quote, items } = content;
  const rows = rowsOf(content).map(
    (row) => `<tr>${row.map((cell) => `<td>${inHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeText(title)}</title></head>
<body><h1 id="top">${inHtml(title)}</h1>
${paragraphs.map((text) => `<p>${inHtml(text)}</p>`).join('\n')}
<img src="a.png" alt="${escapeAttribute(title)}"><pre>kept as it is</pre>
<blockquote>${inHtml(quote)}</blockquote>
<ul>${items.map((item) => `<li>${inHtml(item)}</li>`).join('')}</ul>
<table>${rows.join('\n')}</table></body></html>
`;
}

/** What Markdown would read as its own signs is written so that it does not. */
const inMarkdown = (text: string): string =>
  text.replaceAll(/[*_<>#|]/g, '\\$&').replace(/^(\d+|[-+])([.) ])/, '$1\\$2');

export function markdown(content: Content): string {
  const { title, paragraphs, quote, items } = content;
  const write = (sentence: string) =>
    withBold(sentence, { plain: inMarkdown, bold: both('**', '**') });
  const rows = rowsOf(content).map((row) => `| ${row.map(inMarkdown).join(' | ')} |`);
  const [head = '', ...rest] = rows;
  return [
    `# ${inMarkdown(title)}`,
    ...paragraphs.map(write),
    '```sh\nkept as it is\n```',
    `> ${inMarkdown(quote)}`,
    items.map((item) => `- ${write(item)}`).join('\n'),
    [head, '| --- | --- |', ...rest].join('\n'),
    '',
  ].join('\n\n');
}

const time = (seconds: number, sign: string): string =>
  `00:00:${String(seconds).padStart(2, '0')}${sign}000`;

const cues = (content: Content, sign: string, write: (text: string) => string): string =>
  linesOf(content)
    .map(
      (line, at) =>
        `${String(at + 1)}\n${time(at, sign)} --> ${time(at + 1, sign)}\n${write(line)}\n`,
    )
    .join('\n');

const italic = both('<i>', '</i>');

export const srt = (content: Content): string =>
  cues(content, ',', (line) => withBold(line, { plain: (text) => text, bold: italic }));

export const vtt = (content: Content): string =>
  `WEBVTT\n\n${cues(content, '.', (line) => withBold(line, { plain: escapeText, bold: italic }))}`;

export const json = (content: Content): string =>
  `${JSON.stringify({ version: 2, texts: linesOf(content), nested: { title: content.title } }, null, 2)}\n`;

export const arb = (content: Content): string =>
  JSON.stringify({
    '@@locale': content.language,
    ...Object.fromEntries(linesOf(content).map((line, at) => [`text${String(at)}`, line])),
    '@text0': { description: 'kept as it is' },
  });

export const strings = (content: Content): string =>
  linesOf(content)
    .map(
      (line, at) => `/* remark ${String(at)} */\n"text.${String(at)}" = ${JSON.stringify(line)};`,
    )
    .join('\n');

const inAndroid = (text: string): string =>
  escapeText(text.replaceAll(/(?<!\\)['"]/g, '\\$&').replace(/^[@?]/, '\\$&'));

export function android(content: Content): string {
  const value = (sentence: string) =>
    withBold(sentence, { plain: inAndroid, bold: both('<b>', '</b>') });
  const named = [content.title, ...content.paragraphs, content.quote].map(
    (line, at) => `  <string name="text_${String(at)}">${value(line)}</string>`,
  );
  const array = [...content.items, ...content.cells].map(
    (line) => `    <item>${value(line)}</item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<resources>
  <string name="app" translatable="false">kept as it is</string>
${named.join('\n')}
  <string-array name="list">
${array.join('\n')}
  </string-array>
</resources>
`;
}

export const po = (content: Content): string =>
  [
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n',
    ...linesOf(content).map(
      (line, at) => `#: src/page.c:${String(at)}\nmsgid ${JSON.stringify(line)}\nmsgstr ""\n`,
    ),
  ].join('\n');

export function xliff1(content: Content): string {
  const units = linesOf(content).map((line, at) => {
    const words = withBold(line, { plain: escapeText, bold: both('<g id="1">', '</g>') });
    return `<trans-unit id="${String(at)}"><source>${words}</source></trans-unit>`;
  });
  return `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="${content.language}" datatype="plaintext"><body>
${units.join('\n')}
</body></file></xliff>
`;
}

export function xliff2(content: Content): string {
  const units = linesOf(content).map((line, at) => {
    const words = withBold(line, { plain: escapeText, bold: both('<pc id="1">', '</pc>') });
    return `<unit id="${String(at)}"><segment><source>${words}</source></segment></unit>`;
  });
  return `<xliff version="2.0" srcLang="${content.language}" xmlns="urn:oasis:names:tc:xliff:document:2.0">
<file id="f">
${units.join('\n')}
</file></xliff>
`;
}

export const yaml = (content: Content): string =>
  `${content.language}:\n${linesOf(content)
    .map((line, at) => `  text_${String(at)}: ${JSON.stringify(line)} # remark\n`)
    .join('')}`;

export const properties = (content: Content): string =>
  linesOf(content)
    .map((line, at) => {
      const message = /\{\s*\d/.test(line) ? line.replaceAll("'", "''") : line;
      return `# remark ${String(at)}\ntext.${String(at)} = ${message.replaceAll('\\', '\\\\')}\n`;
    })
    .join('');

export const csv = (content: Content): string =>
  `key,text\r\n${linesOf(content)
    .map((line, at) => `text.${String(at)},"${line.replaceAll('"', '""')}"\r\n`)
    .join('')}`;

export const resx = (content: Content): string => `<?xml version="1.0" encoding="utf-8"?>
<root>
${linesOf(content)
  .map(
    (line, at) =>
      `  <data name="Text${String(at)}" xml:space="preserve"><value>${escapeText(line)}</value></data>`,
  )
  .join('\n')}
</root>
`;
