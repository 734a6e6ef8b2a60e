const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be an id of the database: anything else is asked for in vain, and PostgreSQL would refuse it. */
export const isUuid = (text: string): boolean => UUID.test(text);
