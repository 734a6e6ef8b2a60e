/** The services of the product, in the order of its README. */
export const SERVICE_NAMES = [
  'translate',
  'auth-server',
  'notifications',
  'speech',
  'ipt-graphql',
  'relay',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
