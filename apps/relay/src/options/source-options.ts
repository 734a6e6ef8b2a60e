import type { Setting } from '@sextant/platform-runtime/config';
import type { Vendor } from '../sources/vendor.js';
import { VENDORS, type VendorName } from '../sources/vendors/vendors.js';
import { anAddress, aText, someTexts } from './names.js';

/** Vendors whose path the upstream tool has as an option too. */
const UPSTREAM: ReadonlySet<string> = new Set<VendorName>([
  ...(['aws', 'cloudflare', 'datadog', 'gitlab', 'google', 'kube', 'observium'] as const),
  ...(['rancher', 'site24x7', 'teamcity', 'winevent', 'zabbix'] as const),
]);

type VendorOptions = {
  readonly [Name in VendorName as `${Name}Paths`]: Setting<readonly string[] | undefined>;
} & { readonly [Name in VendorName as `${Name}Secret`]: Setting<string | undefined> };

const optionsOf = ({ name, title, authentication }: Vendor) => {
  const upper = name.toUpperCase();
  return [
    [
      `${name}Paths`,
      someTexts({
        name: `HTTP_${upper}_URL`,
        ...(UPSTREAM.has(name) ? { also: [`HTTP_IN_${upper}_URL`] } : {}),
        description: `Comma-separated paths that take ${title}.`,
        example: `/relay/${name}`,
      }),
    ],
    [
      `${name}Secret`,
      aText({
        name: `HTTP_${upper}_SECRET`,
        description: authentication.secret.replaceAll('`', ''),
        example: 'a-long-random-text',
        secret: true,
      }),
    ],
  ] as const;
};

/** A path and a secret for each vendor of `sources/vendors`, by its name. */
export const sourceOptions = {
  ...(Object.fromEntries(VENDORS.flatMap((each) => optionsOf(each))) as unknown as VendorOptions),
  snsTopics: someTexts({
    name: 'HTTP_AWS_TOPICS',
    description: 'ARNs of the topics of SNS whose messages are taken: anybody may sign for others.',
    example: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  }),
  snsUrl: anAddress({
    name: 'HTTP_AWS_SNS_URL',
    description: 'Where SNS has its certificates and confirms, if not at AWS: LocalStack, for one.',
    example: 'http://localstack:4566',
  }),
};
