import type { Client } from './client.js';

/** Spec 2, part 2, "OAuth client", and the further metadata that the client has. */
export const presentClient = (client: Client) => ({
  ...client.metadata,
  id: client.id,
  client_id: client.clientId,
  client_name: client.name,
  client_type: client.type,
  redirect_uris: client.redirectUris,
  scopes: client.scopes,
  is_active: client.isActive,
  first_party: client.isFirstParty,
  created_at: client.createdAt.toISOString(),
});
