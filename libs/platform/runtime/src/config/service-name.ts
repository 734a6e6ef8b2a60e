/** The name of the running service: in logs, metrics, and where services share a store. */
export abstract class ServiceName {
  abstract readonly value: string;
}
