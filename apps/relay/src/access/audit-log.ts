/** Who changed what by hand. */
export abstract class AuditLog {
  abstract administered(what: {
    readonly by: string;
    readonly method: string;
    readonly path: string;
  }): void;
}
