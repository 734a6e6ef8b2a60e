import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mjml from 'mjml';

const here = import.meta.dirname;

/** Mail programs know no style sheets: MJML makes tables of the layout. @returns {Promise<string>} */
export async function builtLayout() {
  const source = readFileSync(join(here, 'layout.mjml'), 'utf8');
  const { html, errors } = await mjml(source, { validationLevel: 'strict', keepComments: false });
  if (errors.length > 0) {
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  }
  return html;
}

if (import.meta.main) writeFileSync(join(here, 'layout.html'), await builtLayout());
