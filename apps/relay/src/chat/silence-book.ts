/** A silence as Alertmanager keeps it. */
export interface Silence {
  readonly id: string;
  readonly state: string;
  readonly matchers: readonly string[];
  readonly startsAt: string;
  readonly endsAt: string;
  readonly createdBy: string;
  readonly comment: string;
}

export interface SilenceRequest {
  readonly matchers: readonly { readonly name: string; readonly value: string }[];
  readonly untilMs: number;
  readonly by: string;
  readonly comment: string;
}

/** The silences of an Alertmanager. Each rejects with what it said. */
export interface SilenceBook {
  list(): Promise<readonly Silence[]>;
  add(wish: SilenceRequest): Promise<string>;
  end(id: string): Promise<void>;
}
