import type { RelayConfig } from '../options/config.js';
import { VENDORS } from '../sources/vendors/vendors.js';

/** The options that are paths of inputs. */
export const inputPathsOf = (config: RelayConfig): Partial<RelayConfig> => {
  const { k8sPaths, alertmanagerPaths, jsonPaths, slackActionPaths } = config;
  const vendors = VENDORS.map(({ name }) => [`${name}Paths`, config[`${name}Paths`]] as const);
  return {
    ...{ k8sPaths, alertmanagerPaths, jsonPaths, slackActionPaths },
    ...Object.fromEntries(vendors),
  };
};

/** All paths of the inputs, with what they take. */
export const inputPaths = (config: RelayConfig): readonly string[] => [
  ...config.k8sPaths,
  ...config.alertmanagerPaths,
  ...(config.jsonPaths ?? []),
  ...(config.slackActionPaths ?? []),
  ...VENDORS.flatMap(({ name }) => config[`${name}Paths`] ?? []),
];
