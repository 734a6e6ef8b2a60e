/** One call of a sink, as traces show it. */
export interface TracedCall {
  readonly sink: string;
  /** The target without its secrets. */
  readonly label: string;
  readonly messages: number;
  /** W3C trace contexts of the requests that brought what is sent. */
  readonly causes: readonly string[];
}

/** The span of such a call. */
export interface CallSpan {
  run<T>(action: () => T): T;
  /** @param failure why it did not arrive; nothing when it did */
  end(failure?: string): void;
}

/** Starts a span; where nobody traces it costs nothing. */
export type Trace = (call: TracedCall) => CallSpan;
