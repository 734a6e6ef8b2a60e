const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** PostgreSQL refuses other texts as ids; here they are ids of nothing. */
export const isUuid = (text: string): boolean => UUID.test(text);
