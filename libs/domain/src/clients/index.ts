export {
  REGISTERED_CLIENTS,
  registerClient,
  type RegisteredClient,
  removeClient,
  renewClientSecret,
} from './client-operations.ts'
export type { ClientStore } from './client-store.ts'
export {
  acceptClientId,
  BUILT_IN_CLIENT_ID,
  type ClientInput,
  GRANT_TYPES,
  type GrantType,
  type OAuthClient,
  type OAuthClientRow,
  redirectUri,
} from './client.ts'
