/** What the first requests of the start page answer. */
export const FIRST_ANSWERS: Readonly<Record<string, RegExp>> = {
  translate: /La casa es grande\./,
  'auth-server': /"access_token":\s*"eyJ/,
  notifications: /"notifications":\s*\[/,
  speech: /^speech $/,
  'ipt-graphql': /"isSuccess":\s*true/,
  relay: /"Message":\s*"OK"/,
};
