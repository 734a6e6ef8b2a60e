import type { RelayConfig } from '../options/config.js';
import type { Vendor } from '../sources/vendor.js';
import { VENDORS } from '../sources/vendors/vendors.js';
import { ADMISSION_EXAMPLE, ALERTMANAGER_EXAMPLE } from './input-examples.js';

/** One kind of sender, as the documents describe it. */
export interface Input {
  readonly name: string;
  /** The paths that the options give it. */
  readonly paths: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** JSON Schema of the body. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: Readonly<Record<string, unknown>>;
  /** What status 200 says. */
  readonly answer?: string;
  readonly takesAnyType?: boolean;
}

const ANY_OBJECT = { type: 'object' };

/** The inputs as their documents describe them, on the paths that the options give. */
export const inputs = (config: RelayConfig): readonly Input[] =>
  [
    {
      name: 'k8s',
      paths: config.k8sPaths,
      summary: 'Takes a Kubernetes admission review',
      description: 'Always allowed, and relayed if its kind is one of the fourteen.',
      schema: ANY_OBJECT,
      example: ADMISSION_EXAMPLE,
      answer: 'Allowed.',
    },
    {
      name: 'alertmanager',
      paths: config.alertmanagerPaths,
      summary: 'Takes a notification of Alertmanager',
      description: 'Answered when its alerts are stored.',
      schema: ANY_OBJECT,
      example: ALERTMANAGER_EXAMPLE,
    },
    {
      name: 'json',
      paths: config.jsonPaths ?? [],
      summary: 'Takes any JSON',
      description: 'Mapped to an event by the template of the options.',
      schema: ANY_OBJECT,
    },
    {
      name: 'slack',
      paths: config.slackActionPaths ?? [],
      summary: 'Takes what people press in Slack',
      description: 'The form of an interaction, signed by Slack.',
      schema: ANY_OBJECT,
      answer: 'Done, or said why not.',
      takesAnyType: true,
    },
    ...VENDORS.map((each) => ofVendor(each, config[`${each.name}Paths`] ?? [])),
  ].filter(({ paths }) => paths.length > 0);

function ofVendor(vendor: Vendor, paths: readonly string[]): Input {
  const { name, title, authentication, payload, schema, example } = vendor;
  return {
    name,
    paths,
    summary: `Takes ${title}`,
    description: `Answered when its events are stored. ${authentication.secret}`,
    schema: payload ?? schema,
    example,
    takesAnyType: vendor.takesType !== undefined,
  };
}
