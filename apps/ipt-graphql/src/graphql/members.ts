/** A member for each value of the rules' own type, under the name that clients know it by. */
export type Members<T extends string> = { readonly [K in T]: K };
