import { GraphQLError, GraphQLScalarType } from 'graphql';

/** A moment, as RFC 3339 writes it, in UTC; it is answered only. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in UTC, such as 2026-11-22T10:00:00.000Z (RFC 3339).',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString();
    throw new GraphQLError('DateTime must be a date.');
  },
});
