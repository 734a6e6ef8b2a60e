import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mjml from 'mjml';

// Mail programs know no style sheets: MJML makes tables of the layout, once, when the app is built.
const here = import.meta.dirname;
const source = readFileSync(join(here, 'layout.mjml'), 'utf8');
const { html, errors } = await mjml(source, { validationLevel: 'strict', keepComments: false });
if (errors.length > 0)
  throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
mkdirSync(join(here, 'dist'), { recursive: true });
writeFileSync(join(here, 'dist/layout.html'), html);
