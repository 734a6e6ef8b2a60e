import type { Provider } from '@nestjs/common';
import type { Logger } from '@sextant/platform-logging';
import { AccountNews, RECEIVER } from './accounts/postgres-account-news.js';
import type { AuthServerConfig } from './config.js';

/** Only the service tells; its command line leaves that to it. */
export const accountNewsProviders = (config: AuthServerConfig, logger: Logger): Provider[] => {
  const { notificationsUrl: url, notificationsToken: token } = config;
  const receiver = url === undefined || token === undefined ? undefined : { url, token, logger };
  return [{ provide: RECEIVER, useValue: receiver }, AccountNews];
};
