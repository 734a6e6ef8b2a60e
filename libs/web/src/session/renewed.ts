import { UserManager } from 'oidc-client-ts';

/** Runs in the hidden frame to which the server sends its answer: tells the page around it. */
const { origin } = location;
void new UserManager({
  authority: origin,
  client_id: 'none',
  redirect_uri: origin,
}).signinSilentCallback();
