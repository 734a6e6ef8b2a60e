import { readdirSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { modelPlaces } from '@sextant/platform-models';
import type { ImitatingModel } from '../imitating-model.js';
import { isZipVoice } from './model-folder.js';
import { ModelSettings } from './model.settings.js';

/** The first ZipVoice among the models on disk. */
@Injectable()
export class SherpaImitatingModel implements ImitatingModel {
  constructor(private readonly settings: ModelSettings) {}

  name(): string | undefined {
    const { speechModelsDir } = this.settings;
    if (speechModelsDir === undefined) return undefined;
    return modelPlaces(speechModelsDir).find(({ path }) => isZipVoice(readdirSync(path)))?.name;
  }
}
