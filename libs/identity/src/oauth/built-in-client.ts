import { BUILT_IN_CLIENT_ID, type OAuthClient } from '@content-service/domain/internal/clients'
import type { OAuthServer } from './oauth-server.ts'

/** No hash of a secret is empty, so that no secret proves this client. */
const NO_SECRET = ''

/** C20.2: the client of the studio. Only `built-in-sessions.ts` acts for it, inside the process. */
export const createBuiltInClient = (redirectUri: string): OAuthClient => ({
  id: BUILT_IN_CLIENT_ID,
  name: 'Studio',
  redirectUris: [redirectUri],
  grants: ['authorization_code', 'refresh_token'],
  scopes: [],
  secretHash: NO_SECRET,
  createdAt: new Date(0),
})

export const isBuiltIn = ({ id }: Pick<OAuthClient, 'id'>): boolean => id === BUILT_IN_CLIENT_ID

/** Stores the client before its first code. The record has no grants: who reads it may do nothing with it. */
export const keepBuiltIn = (client: OAuthClient, { stores, now }: OAuthServer): Promise<void> =>
  stores.clients.keep({ ...client, redirectUris: [], grants: [], createdAt: now() })
