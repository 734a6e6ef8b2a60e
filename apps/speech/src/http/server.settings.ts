import { settingsOf } from '@sextant/platform-runtime/config';
import { httpSettings } from '@sextant/platform-http';

export class ServerSettings extends settingsOf(httpSettings({ port: 3004 })) {}
