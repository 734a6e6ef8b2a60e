import { schemaOf } from '@sextant/platform-runtime/config';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { FontSettings } from '@sextant/platform-pdf-fonts/settings';
import { RateLimitSettings } from '@sextant/platform-security/rate-limit';
import { TokenSettings } from '@sextant/platform-security/jwt';
import { HostSettings } from './access/host.settings.js';
import { RequestLimitSettings } from './access/request-limit.settings.js';
import { WantedEngines } from './configured-engines/wanted-engines.settings.js';
import { BlobSettings } from './documents/contents/blob.settings.js';
import { DocumentWorkSettings } from './documents/work/document-work.settings.js';
import { DocumentSettings } from './documents/documents.settings.js';
import { ProgramSettings } from './documents/reading/program.settings.js';
import { SegmentSettings } from './documents/segments/segment.settings.js';
import { ApertiumSettings } from './engines/apertium/apertium.settings.js';
import { ChatSettings } from './engines/chat/chat.settings.js';
import { LibreTranslateSettings } from './engines/libretranslate/libretranslate.settings.js';
import { OnnxSettings } from './engines/onnx/onnx.settings.js';
import { PhrasebookSettings } from './engines/phrasebook/phrasebook.settings.js';
import { PublicUrlSettings } from './http/public-url.settings.js';
import { ServerSettings } from './http/server.settings.js';
import { DetectionSettings } from './languages/detection.settings.js';
import { MemorySearchSettings } from './memories/search/memory-search.settings.js';
import { FirstKeySettings } from './system/first-key.settings.js';
import { TextAdmissionSettings } from './translation/text-admission.settings.js';
import { QuotaSettings } from './usage/quota.settings.js';
import { HarperSettings } from './writing/harper/harper.settings.js';
import { LanguageToolSettings } from './writing/languagetool/languagetool.settings.js';

/** The settings of translate, in the order of `--help`. */
export const SETTINGS = [
  ServerSettings,
  PostgresSettings,
  RateLimitSettings,
  FirstKeySettings,
  TokenSettings,
  RequestLimitSettings,
  QuotaSettings,
  HostSettings,
  PublicUrlSettings,
  TextAdmissionSettings,
  MemorySearchSettings,
  DetectionSettings,
  BlobSettings,
  DocumentSettings,
  FontSettings,
  SegmentSettings,
  ProgramSettings,
  DocumentWorkSettings,
  PhrasebookSettings,
  ApertiumSettings,
  OnnxSettings,
  LibreTranslateSettings,
  ChatSettings,
  HarperSettings,
  LanguageToolSettings,
  WantedEngines,
] as const;

export const settings = schemaOf(SETTINGS);
