/** Text that is safe in HTML, made by `html` only. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? '');

type Part = Html | string | number | undefined | readonly Html[];

/** Every value is escaped, unless it is `Html` itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escape(String(value));
}

/** HTML of the engine's own making that goes into a page as it is. */
export const trusted = (text: string): Html => new Html(text);

export interface Look {
  readonly brand: string;
  /** Where style sheets and scripts are served. */
  readonly assets: string;
}

export interface PageOptions {
  readonly title: string;
  readonly body: Html;
  /** A script of the assets, such as `submit.js`. */
  readonly script?: string;
  readonly head?: Html;
}

/** A whole page: one column, readable without style sheet or script. */
export function page(look: Look, { title, body, script, head }: PageOptions): string {
  const scriptTag =
    script === undefined ? undefined : html`<script src="${look.assets}/${script}" defer></script>`;
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${look.brand}</title>
        <link rel="icon" type="image/svg+xml" href="${look.assets}/icon.svg" />
        <link rel="stylesheet" href="${look.assets}/page.css" />
        <link rel="stylesheet" href="${look.assets}/theme.css" />
        ${head}${scriptTag}
      </head>
      <body>
        <main>
          <p class="brand">${look.brand}</p>
          ${body}
        </main>
      </body>
    </html>`.text;
}
