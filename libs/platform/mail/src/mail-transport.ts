/** A mail that is ready to go out. */
export interface OutgoingMail {
  /** The same whenever it is sent again: receivers know it by this. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  readonly date: Date;
  /** More headers, such as `List-Unsubscribe`; DKIM signs those of lists. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** This mail will never be taken, such as for an address that does not exist. */
export class MailRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MailRefused';
  }
}

/** Takes mails to where they are delivered. */
export interface MailTransport {
  /**
   * Resolves when the mail is somebody else's business; rejects when that is not certain.
   *
   * @throws {MailRefused} when trying again is of no use
   */
  send(mail: OutgoingMail): Promise<void>;
}
