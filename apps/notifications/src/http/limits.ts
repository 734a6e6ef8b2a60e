/** Longest texts, in UTF-16 units (our choice: spec 2 is silent). */
export const LIMITS = { id: 200, title: 500, description: 20_000, category: 100 } as const;
