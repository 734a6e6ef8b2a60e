/** The events of relay as a subscriber sees them: docs/api/asyncapi/relay.json in TypeScript. */

export interface AlertData {
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL: string;
  readonly fingerprint: string;
}

export interface AdmissionData {
  readonly kind: string;
  readonly location: string;
  readonly operation: 'Create' | 'Update' | 'Delete' | 'Connect';
  readonly namespace: string;
  readonly subResource?: string;
  readonly object: { readonly old?: object; readonly new?: object };
  readonly patch?: readonly {
    readonly op: 'add' | 'remove' | 'replace';
    readonly path: string;
    readonly value?: unknown;
  }[];
  readonly user: { readonly id: string; readonly name: string };
}

interface Envelope {
  /** Seen before: delivered again, to be dropped. */
  readonly id: string;
  /** Such as `org.sextant.relay.alertmanager.alert.firing.v1`. */
  readonly type: string;
  readonly subject: string;
  readonly time: string;
}

export type RelayedEvent =
  | (Envelope & { readonly schema: 'AlertmanagerEvent'; readonly data: AlertData })
  | (Envelope & { readonly schema: 'K8sEvent'; readonly data: AdmissionData });

const SCHEMA = /^urn:sextant:relay:schema:(\w+):1$/;

/** Reads a record in binary mode; nothing for types that this subscriber does not know. */
export function readRelayedEvent(
  headers: Readonly<Record<string, { toString(): string } | undefined>>,
  value: { toString(): string } | null,
): RelayedEvent | undefined {
  const attribute = (name: string) => headers[`ce_${name}`]?.toString() ?? '';
  const schema = SCHEMA.exec(attribute('dataschema'))?.[1];
  if (schema !== 'AlertmanagerEvent' && schema !== 'K8sEvent') return undefined;
  return {
    schema,
    id: attribute('id'),
    type: attribute('type'),
    subject: attribute('subject'),
    time: attribute('time'),
    data: JSON.parse(value?.toString() ?? 'null') as never,
  };
}
