import { realpathSync } from 'node:fs';
import type { RelayConfig } from '../options/config.js';
import { settings } from '../options/config.js';
import { channelKey } from '../options/channel-options.js';
import { flagOf } from '../options/config-file.js';
import { isPem } from '../http/pem.js';
import type { MayRead } from '../templates/templates.js';

/** Options whose value may be a file, beside templates. */
const FILE_OPTIONS = [
  ...(['httpsCert', 'httpsKey', 'httpsClientCa', 'httpsChain'] as const),
  ...(['syslogCert', 'syslogKey', 'syslogClientCa'] as const),
  ...(['kafkaCa', 'kafkaCert', 'kafkaKey', 'kubernetesCa'] as const),
  channelKey('pubsub', 'credentials'),
] as const;

/**
 * What a configuration that somebody sends names as a file and is not to be looked at: not even whether
 * it is there. What is deployed is so already.
 */
export function foreignFiles(
  config: RelayConfig,
  deployed: Partial<RelayConfig>,
  mayRead: MayRead,
): readonly string[] {
  const valueIn = (of: object, name: string) => (of as Readonly<Record<string, unknown>>)[name];
  return FILE_OPTIONS.flatMap((name) => {
    const value = valueIn(config, name);
    const isFile = typeof value === 'string' && !isPem(value) && !value.trimStart().startsWith('{');
    if (!isFile || value === valueIn(deployed, name) || isReadable(value, mayRead)) return [];
    const { env } = settings[name as keyof typeof settings];
    return [`--${flagOf(env)}: ${value} is in no folder that is read from here`];
  });
}

function isReadable(file: string, mayRead: MayRead): boolean {
  try {
    return mayRead(realpathSync(file));
  } catch {
    return false; // it is not there
  }
}
