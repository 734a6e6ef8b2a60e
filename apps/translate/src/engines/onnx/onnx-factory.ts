import { Injectable } from '@nestjs/common';
import { forSetting } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import type { EngineFactory } from '../engine-factory.js';
import { OnnxEngine } from './onnx-engine.js';
import { OnnxSettings } from './onnx.settings.js';

/** Neural models of a folder. */
@Injectable()
export class OnnxFactory implements EngineFactory {
  constructor(
    private readonly settings: OnnxSettings,
    private readonly logger: Logger,
  ) {}

  get isWanted(): boolean {
    return this.settings.isWanted;
  }

  create(): OnnxEngine {
    const { settings } = this;
    const options = {
      folder: settings.onnxModelsDir ?? '',
      threads: settings.onnxThreads,
      beams: settings.onnxBeams,
      mostLoaded: settings.onnxMaxModels,
      mostWaiting: settings.onnxMaxWaiting,
      timeoutMs: settings.onnxTimeoutMs,
    };
    return forSetting('ONNX_MODELS_DIR', () => new OnnxEngine(options, this.logger));
  }
}
