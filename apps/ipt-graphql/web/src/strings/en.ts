export const texts = {
  'key.about': 'With a key of ipt-graphql the editor knows the schema and runs what you write.',
  'key.label': 'Key',
  'key.use': 'Use this key',
};
