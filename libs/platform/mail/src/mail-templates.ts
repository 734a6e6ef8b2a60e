import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forSetting } from '@sextant/platform-runtime/config';
import { parse, type Template } from '@sextant/go-template';
import { escapeHtml } from './escape-html.js';
import { renderLayout, type MailLayout } from './mail-layout.js';

/** One mail in one language. `{{.name}}` stands for a value. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the button says; it leads to the value `link`. */
  readonly action?: string;
  /** Small print, after the button. */
  readonly notes?: readonly string[];
}

/** The mails of an app: by language, then by name. English is where a language or a mail is missing. */
export type MailTexts = Readonly<Record<string, Readonly<Record<string, MailText>>>>;

export type MailValues = Readonly<Record<string, string>>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

const FALLBACK = 'en';
const OVERRIDE = /^([a-z][a-z0-9-]*)\.([A-Za-z-]+)\.(txt|html)$/;
const SUBJECT = /^Subject: ([^\r\n]+)\r?\n\r?\n/;

type Part = 'subject' | 'text' | 'html';

/** Makes mails of texts and values; every template is parsed when this is built. */
export class MailTemplates {
  readonly #texts: MailTexts;
  readonly #overrides = new Map<string, Template>();

  /**
   * @param folder `<mail>.<language>.txt` (with a first line `Subject: …`, then an empty one) and
   *   `<mail>.<language>.html` take the place of ours
   * @param layout what makes text and HTML of the words
   * @throws {ConfigError} that names the file, for a template that is none or belongs to no mail
   */
  constructor(
    texts: MailTexts,
    folder?: string,
    private readonly layout: MailLayout = renderLayout,
  ) {
    this.#texts = texts;
    if (folder === undefined) return;
    forSetting('MAIL_TEMPLATES', () => {
      for (const file of readdirSync(folder).toSorted()) this.#override(join(folder, file), file);
    });
  }

  /** The first of the wanted languages that there is. @param wanted BCP 47 tags, best first */
  languageOf(wanted: readonly (string | undefined)[]): string {
    const known = wanted
      .filter((tag) => tag !== undefined)
      .flatMap((tag) => [tag.toLowerCase(), tag.toLowerCase().split('-', 1)[0] ?? ''])
      .find((tag) => Object.hasOwn(this.#texts, tag));
    return known ?? FALLBACK;
  }

  /**
   * @throws {RangeError} for a mail that there is not
   * @throws {ExecError} for a value that is missing
   */
  render(name: string, wanted: readonly (string | undefined)[], values: MailValues): RenderedMail {
    const language = this.languageOf(wanted);
    const own = this.#texts[language]?.[name];
    const found = own ?? this.#texts[FALLBACK]?.[name];
    if (found === undefined) throw new RangeError(`There is no mail ${name}.`);
    const spoken = own === undefined ? FALLBACK : language;
    const said = (text: string) => fill(text, values);
    const filled = {
      language: spoken,
      link: values['link'],
      subject: said(found.subject),
      paragraphs: found.paragraphs.map(said),
      notes: (found.notes ?? []).map(said),
      action: found.action === undefined ? undefined : said(found.action),
    };
    const escaped = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, escapeHtml(value)]),
    );
    const or = (part: Part, data: MailValues, ours: string) =>
      this.#overrides.get(keyOf(name, spoken, part))?.execute(data) ?? ours;
    const layout = this.layout(filled);
    return {
      language: spoken,
      subject: oneLine(or('subject', values, filled.subject)),
      text: or('text', values, layout.text),
      html: or('html', escaped, layout.html),
    };
  }

  #override(path: string, file: string): void {
    const [, name = '', language = '', kind] = OVERRIDE.exec(file) ?? [];
    if (this.#texts[language]?.[name] === undefined) {
      throw new Error(`${path} belongs to no mail.`);
    }
    const content = readFileSync(path, 'utf8');
    const add = (part: Part, text: string) =>
      this.#overrides.set(keyOf(name, language, part), parseTemplate(path, text));
    if (kind === 'html') {
      add('html', content);
      return;
    }
    const [head, subject] = SUBJECT.exec(content) ?? [];
    if (head === undefined || subject === undefined) {
      throw new Error(`${path} must begin with "Subject: …" and an empty line.`);
    }
    add('subject', subject);
    add('text', content.slice(head.length));
  }
}

const keyOf = (name: string, language: string, part: Part) => `${name}.${language}.${part}`;

function parseTemplate(path: string, text: string): Template {
  try {
    return parse(path, text, { missingKey: 'error', limits: { output: 256 * 1024 } });
  } catch (error) {
    throw new Error(`${path} is no template.`, { cause: error });
  }
}

const fill = (text: string, values: MailValues): string =>
  text.includes('{{') ? parse('mail', text, { missingKey: 'error' }).execute(values) : text;

/** A subject is a header: what somebody typed must not begin another one. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
