/** Users who have something in common; a directory fills it, an administrator gives it roles. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** What the directory calls it. */
  readonly externalId: string | null;
  /** Which all its members have. */
  readonly roles: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface GroupMember {
  readonly id: string;
  readonly username: string;
}

export interface GroupFilter {
  readonly limit: number;
  readonly offset: number;
  readonly id?: string;
  readonly name?: string;
  readonly externalId?: string;
  /** Id of a user who is in it. */
  readonly member?: string;
}

/** Ids of users: all that there are from now on, or those who come and those who go, whatever others do meanwhile. */
export type MemberChange =
  | { readonly kind: 'replaced'; readonly members: readonly string[] }
  | {
      readonly kind: 'changed';
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };

export interface GroupChange {
  readonly name?: string;
  readonly externalId?: string | null;
  readonly roles?: readonly string[];
  readonly members?: MemberChange;
}

/** Where groups are kept. Whatever changes in them, the roles of their members follow in the same transaction. */
export abstract class Groups {
  abstract list(
    filter: GroupFilter,
  ): Promise<{ readonly groups: readonly Group[]; readonly total: number }>;
  abstract find(id: string): Promise<Group | undefined>;
  abstract members(id: string): Promise<readonly GroupMember[]>;
  /** Those that a user is in. */
  abstract of(userId: string): Promise<readonly Group[]>;
  /** @throws {Problem} `group_exists`, `user_not_found` */
  abstract add(group: Group, members: readonly string[]): Promise<void>;
  /** @throws {Problem} `group_exists`, `user_not_found` */
  abstract change(id: string, change: GroupChange): Promise<Group | undefined>;
  /** @returns whether it was there */
  abstract remove(id: string): Promise<boolean>;
}
