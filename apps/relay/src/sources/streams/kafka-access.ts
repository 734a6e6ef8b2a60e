import type { KafkaTls } from '@sextant/platform-events/kafka';
import { readablePem } from '../../http/pem.js';
import type { RelayConfig } from '../../options/config.js';

/** What producer and consumer share. */
export function kafkaAccess(config: RelayConfig) {
  const { kafkaSaslUser: username, kafkaSaslPassword: password } = config;
  const mechanism = config.kafkaSaslMechanism;
  return {
    clientId: config.kafkaClientId,
    ssl: kafkaTls(config),
    connectSeconds: config.kafkaDialSeconds,
    ...(username === undefined || password === undefined
      ? {}
      : { sasl: { username, password, mechanism } }),
  };
}

/** Files are read at the start, and again on SIGHUP. */
function kafkaTls({ kafkaTls: isOn, kafkaCa, kafkaCert, kafkaKey }: RelayConfig) {
  const given: KafkaTls = {
    ...(kafkaCa === undefined ? {} : { ca: readablePem(kafkaCa) }),
    ...(kafkaCert === undefined ? {} : { cert: readablePem(kafkaCert) }),
    ...(kafkaKey === undefined ? {} : { key: readablePem(kafkaKey) }),
  };
  return Object.keys(given).length === 0 ? isOn : given;
}
