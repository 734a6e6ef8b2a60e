import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';

/** Who changed what by hand. */
export abstract class AuditLog {
  abstract administered(what: {
    readonly by: string;
    readonly method: string;
    readonly path: string;
  }): void;
}

/** In the log of the service. */
@Injectable()
export class LoggedAudit implements AuditLog {
  constructor(private readonly logger: Logger) {}

  administered(what: Parameters<AuditLog['administered']>[0]): void {
    this.logger.info('administration', what);
  }
}
