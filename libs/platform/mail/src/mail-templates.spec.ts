import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailTemplates } from './index.js';

const TEXTS = {
  en: {
    hello: {
      subject: 'Hello {{.name}}',
      paragraphs: ['Dear {{.name}},', 'this is for you.'],
      action: 'Open',
      notes: ['If not, ignore it.'],
    },
    bye: { subject: 'Bye', paragraphs: ['Good-bye.'] },
  },
  ar: { hello: { subject: 'مرحبا {{.name}}', paragraphs: ['مرحبا {{.name}}'] } },
};
const VALUES = { name: 'Ada', link: 'https://example.org/a?b=1&c=2' };

describe('MailTemplates', () => {
  const templates = new MailTemplates(TEXTS);

  it('makes the same words text and HTML', () => {
    const { subject, text, html } = templates.render('hello', ['en'], VALUES);

    expect(subject).toBe('Hello Ada');
    expect(text).toBe(
      'Dear Ada,\n\nthis is for you.\n\nOpen:\nhttps://example.org/a?b=1&c=2\n\nIf not, ignore it.\n',
    );
    expect(html).toContain('<p style="margin:0 0 16px">Dear Ada,</p>');
    expect(html).toContain('href="https://example.org/a?b=1&amp;c=2"');
  });

  it.each([
    [['ar-EG', 'en'], 'ar'],
    [['xx', 'AR'], 'ar'],
    [[undefined, 'xx'], 'en'],
    [[], 'en'],
    [['constructor', '__proto__'], 'en'],
  ])('of %j takes %s', (wanted, language) => {
    expect(templates.languageOf(wanted)).toBe(language);
  });

  it('writes right to left where the language does', () => {
    expect(templates.render('hello', ['ar'], VALUES).html).toContain('<html lang="ar" dir="rtl">');
  });

  it('says in English what a language lacks, and calls it English', () => {
    expect(templates.render('bye', ['ar'], {})).toMatchObject({ language: 'en', subject: 'Bye' });
  });

  it('escapes what somebody typed, and keeps it out of the headers', () => {
    const name = 'A<script>\r\nBcc: victim@example.org';

    const { subject, html } = templates.render('hello', ['en'], { ...VALUES, name });

    expect(subject).toBe('Hello A<script> Bcc: victim@example.org');
    expect(html).not.toContain('<script>');
    expect(html).toContain('A&lt;script&gt;');
  });

  it('never takes a value for a template', () => {
    const { text } = templates.render('hello', ['en'], { ...VALUES, name: '{{.link}}' });

    expect(text).toContain('Dear {{.link}},');
  });

  it('refuses a value that is missing', () => {
    expect(() => templates.render('hello', ['en'], {})).toThrow('name');
    expect(() => templates.render('nothing', ['en'], {})).toThrow(RangeError);
  });
});

describe('the folder of an operator', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mail-templates-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  it('takes the place of ours, part by part', () => {
    write('hello.en.txt', 'Subject: Hi {{.name}}\n\nCome in: {{.link}}\n');
    write('hello.ar.html', '<b>{{.name}}</b>');
    const templates = new MailTemplates(TEXTS, folder);

    const english = templates.render('hello', ['en'], { ...VALUES, name: 'A&B' });
    expect(english.subject).toBe('Hi A&B');
    expect(english.text).toBe('Come in: https://example.org/a?b=1&c=2\n');
    expect(english.html).toContain('Dear A&amp;B,');
    const arabic = templates.render('hello', ['ar'], { ...VALUES, name: 'A&B' });
    expect(arabic.html).toBe('<b>A&amp;B</b>');
    expect(arabic.subject).toBe('مرحبا A&B');
  });

  it.each([
    ['unknown.en.txt', 'Subject: a\n\nb', 'belongs to no mail'],
    ['hello.xx.html', 'a', 'belongs to no mail'],
    ['hello.en.txt', 'No subject', 'must begin with "Subject: …"'],
    ['hello.en.html', '{{.name', 'is no template'],
  ])('refuses %s at the start, by name', (name, text, complaint) => {
    write(name, text);

    expect(() => new MailTemplates(TEXTS, folder)).toThrow(complaint);
    expect(() => new MailTemplates(TEXTS, folder)).toThrow(join(folder, name));
  });
});
