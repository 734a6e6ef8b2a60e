import { ConfigError, settingsOf } from '@sextant/platform-runtime/config';
import { ApertiumSettings } from '../engines/apertium/apertium.settings.js';
import { ChatSettings } from '../engines/chat/chat.settings.js';
import { LibreTranslateSettings } from '../engines/libretranslate/libretranslate.settings.js';
import { OnnxSettings } from '../engines/onnx/onnx.settings.js';
import { PhrasebookSettings } from '../engines/phrasebook/phrasebook.settings.js';

const ENGINE_SETTINGS = [
  ApertiumSettings,
  OnnxSettings,
  LibreTranslateSettings,
  ChatSettings,
  PhrasebookSettings,
];

/** Nothing of its own: that one engine at least is wanted is known before anything is opened. */
export class WantedEngines extends settingsOf({}) {
  /** @throws {ConfigError} when none is */
  constructor(config: object) {
    super(config);
    if (ENGINE_SETTINGS.some((Settings) => new Settings(config).isWanted)) return;
    throw new ConfigError(['APERTIUM_ENABLED is false, and no other engine is configured.']);
  }
}
