import { Injectable } from '@nestjs/common';
import { TemplateSettings } from './template.settings.js';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Template, TemplateName, Templates } from './template.js';

/** Templates in a folder, `<name>.json`, read once. */
@Injectable()
export class TemplateFiles implements Templates {
  readonly #read = new Map<TemplateName, Promise<Template>>();

  constructor(private readonly settings: TemplateSettings) {}

  find(name: TemplateName): Promise<Template> {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const reading = this.#load(name);
    this.#read.set(name, reading);
    reading.catch(() => this.#read.delete(name)); // the next call tries again
    return reading;
  }

  async #load(name: TemplateName): Promise<Template> {
    const file = join(this.settings.templatesDir, `${name}.json`);
    const bytes = await readFile(file);
    const { id, version, language, title, clauses, notice } = JSON.parse(
      bytes.toString('utf8'),
    ) as Omit<Template, 'sha256'>;
    const texts = [id, version, language, title, notice].every((text) => typeof text === 'string');
    const isWhole = texts && Array.isArray(clauses) && clauses.length > 0;
    if (!isWhole) throw new Error(`${file} is not a template: see the README.`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { id, version, language, title, clauses, notice, sha256 };
  }
}
