export interface KafkaTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface KafkaSasl {
  readonly username: string;
  readonly password: string;
  /** `plain` if absent. */
  readonly mechanism?: SaslMechanism;
}

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

export type SaslMechanism = (typeof SASL_MECHANISMS)[number];

export interface KafkaOptions {
  readonly brokers: readonly string[];
  /** Names this client to the brokers. */
  readonly clientId: string;
  /** TLS, if need be with an authority or a certificate of one's own, in PEM. */
  readonly ssl?: boolean | KafkaTls;
  readonly sasl?: KafkaSasl;
  /** Seconds that connecting may take; 3 if absent. */
  readonly connectSeconds?: number | undefined;
  /** How often a request is tried again; 60 if absent, which is about a minute. */
  readonly retries?: number;
}
