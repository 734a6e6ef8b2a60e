/** A response of the right shape, whose signatures are to be verified. */
export interface SamlQuestion {
  /** Base64 of its XML. */
  readonly encoded: string;
  /** Of the provider, in PEM: any of them may have signed. */
  readonly certificates: readonly string[];
  readonly audience: string;
  readonly consumer: string;
  readonly requestId: string;
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
  readonly skewMs: number;
}

/** The assertion as it was signed, and nothing else of the response; or why there is none. */
export type SamlReply = { readonly assertion: string } | { readonly refused: string };
