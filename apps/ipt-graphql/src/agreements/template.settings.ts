import { settingsOf, text } from '@sextant/platform-runtime/config';
import { join } from 'node:path';

/** Where the templates of agreements are. */
export class TemplateSettings extends settingsOf({
  templatesDir: text({
    env: 'TEMPLATES_DIR',
    description: 'Folder of the templates of agreements.',
    example: '/etc/ipt/templates',
    default: join(import.meta.dirname, 'templates'),
  }),
}) {}
