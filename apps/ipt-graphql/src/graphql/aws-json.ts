import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** JSON as a string, in and out: an object, or text that is not JSON, makes the request malformed (HTTP 400). */
export const AwsJson = new GraphQLScalarType<string, string>({
  name: 'AWSJSON',
  description: 'A JSON document, written as a string.',
  specifiedByURL: 'https://docs.aws.amazon.com/appsync/latest/devguide/scalars.html',
  serialize: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parseValue: (value) => jsonText(value),
  parseLiteral: (node) => jsonText(node.kind === Kind.STRING ? node.value : undefined),
});

function jsonText(value: unknown): string {
  if (typeof value !== 'string') {
    throw new GraphQLError('AWSJSON must be a string that holds JSON.');
  }
  try {
    JSON.parse(value);
  } catch {
    throw new GraphQLError('AWSJSON must be a string that holds JSON: it cannot be parsed.');
  }
  return value;
}
