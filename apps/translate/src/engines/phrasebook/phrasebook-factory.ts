import { Injectable } from '@nestjs/common';
import type { EngineFactory } from '../engine-factory.js';
import { PhrasebookEngine } from './phrasebook-engine.js';
import { PhrasebookSettings } from './phrasebook.settings.js';

/** Phrases that an operator has laid down in files. */
@Injectable()
export class PhrasebookFactory implements EngineFactory {
  constructor(private readonly settings: PhrasebookSettings) {}

  get isWanted(): boolean {
    return this.settings.isWanted;
  }

  create(): Promise<PhrasebookEngine> {
    const { phrasebookDir = '', phrasebookThreshold } = this.settings;
    return PhrasebookEngine.load(phrasebookDir, phrasebookThreshold);
  }
}
