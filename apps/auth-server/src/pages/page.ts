import { html, type Html, type Words } from './html.js';
import { directionOf, type Language } from '../languages/languages.js';

/** What pages look like, whoever reads them. */
export interface Skin {
  readonly brand: string;
  /** Where style sheets and scripts are served. */
  readonly assets: string;
}

/** What a page looks like to one reader. */
export interface Look extends Skin {
  readonly language: Language;
}

export interface PageOptions {
  readonly title: Words;
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
    <html lang="${look.language}" dir="${directionOf(look.language)}">
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
