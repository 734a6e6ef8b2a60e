/** Names something that is injected, and tells its type. */
export type Token<Value> = symbol & { readonly stands?: Value };

export const token = <Value>(name: string): Token<Value> => Symbol(name);
