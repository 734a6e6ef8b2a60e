import { schemaOf } from '@sextant/platform-runtime/config';
import { EventsSettings } from '@sextant/platform-events';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { FontSettings } from '@sextant/platform-pdf-fonts/settings';
import { RateLimitSettings } from '@sextant/platform-security/rate-limit';
import { TokenSettings } from '@sextant/platform-security/jwt';
import { AccessSettings } from './access/access.settings.js';
import { TemplateSettings } from './agreements/template.settings.js';
import { ChainSettings } from './chain/keys/chain.settings.js';
import { ContentSettings } from './content/content.settings.js';
import { PinningSettings } from './content/copies/pinning.settings.js';
import { EncryptionSettings } from './content/keys/encryption.settings.js';
import { QuerySettings } from './graphql/query.settings.js';
import { PublicUrlSettings } from './http/public-url.settings.js';
import { ServerSettings } from './http/server.settings.js';
import { SigningSecretSettings } from './http/signing-secret.settings.js';
import { ImageSettings } from './images/image.settings.js';
import { RelayerSettings } from './relayer/relayer.settings.js';
import { SigningSettings } from './signing/signing.settings.js';
import { SymbolSettings } from './symbols/symbol.settings.js';
import { WalletSettings } from './wallets/wallet.settings.js';
import { WebhookSettings } from './webhooks/webhook.settings.js';

/** The settings of ipt-graphql, in the order of `--help`. */
export const SETTINGS = [
  ServerSettings,
  PostgresSettings,
  RateLimitSettings,
  EventsSettings,
  ContentSettings,
  ImageSettings,
  TemplateSettings,
  FontSettings,
  SigningSecretSettings,
  PinningSettings,
  EncryptionSettings,
  QuerySettings,
  SymbolSettings,
  WebhookSettings,
  ChainSettings,
  SigningSettings,
  RelayerSettings,
  TokenSettings,
  AccessSettings,
  PublicUrlSettings,
  WalletSettings,
] as const;

export const settings = schemaOf(SETTINGS);
