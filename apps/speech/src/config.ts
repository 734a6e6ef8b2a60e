import { schemaOf } from '@sextant/platform-runtime/config';
import { ServerSettings } from './http/server.settings.js';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { RateLimitSettings } from '@sextant/platform-security/rate-limit';
import { EventsSettings } from '@sextant/platform-events';
import { TokenSettings } from '@sextant/platform-security/jwt';
import { BlobSettings } from './blobs/blob.settings.js';
import { ConsentSettings } from './cloning/consent/consent.settings.js';
import { RecognitionSettings } from './recognition/recognition.settings.js';
import { FirstKeySettings } from './access/first-key.settings.js';
import { OriginSettings } from './http/origin.settings.js';
import { WebhookSettings } from './books/webhooks/webhook.settings.js';
import { LimitSettings } from './access/limit.settings.js';
import { LiveSettings } from './live/live.settings.js';
import { EspeakSettings } from './engines/espeak/espeak.settings.js';
import { LoadedModelSettings } from './programs/loaded-model.settings.js';
import { ProgramSettings } from './programs/program.settings.js';
import { SynthesisSettings } from './synthesis/synthesis.settings.js';
import { ModelSettings } from './engines/sherpa/model.settings.js';
import { VoiceNameSettings } from './voices/catalogue/voice-name.settings.js';
import { RemoteSettings } from './engines/remote/remote.settings.js';

/** The settings of speech, in the order of `--help`. */
export const SETTINGS = [
  ServerSettings,
  PostgresSettings,
  RateLimitSettings,
  EventsSettings,
  BlobSettings,
  ConsentSettings,
  RecognitionSettings,
  TokenSettings,
  FirstKeySettings,
  OriginSettings,
  WebhookSettings,
  LimitSettings,
  LiveSettings,
  EspeakSettings,
  ProgramSettings,
  SynthesisSettings,
  ModelSettings,
  LoadedModelSettings,
  VoiceNameSettings,
  RemoteSettings,
] as const;

export const settings = schemaOf(SETTINGS);
