import { Injectable } from '@nestjs/common';
import type { CheckerFactory } from '../checker-factory.js';
import { findJava } from './languagetool-jars.js';
import { LanguageToolWriter } from './languagetool-writer.js';
import { LanguageToolSettings } from './languagetool.settings.js';

/** Other languages, where Java is. */
@Injectable()
export class LanguageToolFactory implements CheckerFactory {
  constructor(private readonly settings: LanguageToolSettings) {}

  async create(): Promise<LanguageToolWriter | undefined> {
    const { languageToolDir: folder, java: name, languageToolWarm: startWith } = this.settings;
    const java = folder === undefined ? undefined : await findJava(name);
    if (folder === undefined || java === undefined) return undefined;
    return new LanguageToolWriter({ java, folder, startWith });
  }
}
