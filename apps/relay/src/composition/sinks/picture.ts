import { systemClock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import { GrafanaPictures } from '../../sinks/grafana-pictures.js';
import type { Picture } from '../../sinks/sink-base.js';
import type { RelayConfig } from '../../options/config.js';

/** Credentials out of the address: fetch refuses addresses that hold some. */
export function grafanaAccess(address: string, apiKey: string | undefined) {
  const url = new URL(address);
  const given = [url.username, url.password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  return {
    url: url.href.replace(/\/+$/, ''),
    apiKey: apiKey ?? (given === ':' ? undefined : given),
  };
}

/** Pictures of alerts, when a dashboard is configured. */
export function pictureOf(config: RelayConfig, logger: Logger): Picture | undefined {
  if (config.dashboardUrl === undefined) return undefined;
  const pictures = new GrafanaPictures(
    {
      ...grafanaAccess(config.dashboardUrl, config.dashboardApiKey),
      datasource: config.dashboardDatasource,
      org: config.dashboardOrg,
      periodMinutes: config.dashboardPeriod,
      width: config.dashboardWidth,
      height: config.dashboardHeight,
      timeoutMs: config.dashboardTimeout * 1000,
      expressionName: config.alertExpressionName,
    },
    logger,
    systemClock,
  );
  return (event) => pictures.of(event);
}
