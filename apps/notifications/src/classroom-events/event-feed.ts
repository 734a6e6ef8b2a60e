/** How the feed is doing. */
export interface FeedState {
  readonly isJoined: boolean;
  /** Messages behind the newest, by partition; as of the last batch of each. */
  readonly lag: ReadonlyMap<number, number>;
}

/** Brings events of the classroom. */
export abstract class EventFeed {
  /** `undefined` where nothing is read. */
  abstract readonly state: FeedState | undefined;
}
