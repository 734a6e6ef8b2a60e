import { aws } from './aws.js';
import { azure } from './azure.js';
import { cloudevents } from '../cloudevents.js';
import { cloudflare } from './cloudflare.js';
import { datadog } from './datadog.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { google } from './google.js';
import { grafana } from './grafana.js';
import { kube } from '../kube.js';
import { observium } from './observium.js';
import { rancher } from './rancher.js';
import { sentry } from './sentry.js';
import { site24x7 } from './site24x7.js';
import { teamcity } from './teamcity.js';
import { winevent } from './winevent.js';
import { zabbix } from './zabbix.js';

/** All vendors' webhooks. A further one is a file in this folder and a name here. */
export const VENDORS = [
  aws,
  azure,
  cloudevents,
  cloudflare,
  datadog,
  github,
  gitlab,
  google,
  grafana,
  kube,
  observium,
  rancher,
  sentry,
  site24x7,
  teamcity,
  winevent,
  zabbix,
] as const;

export type VendorName = (typeof VENDORS)[number]['name'];
