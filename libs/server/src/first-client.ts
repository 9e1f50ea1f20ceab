import { GRANT_TYPES, type OAuthClient, type Stores } from '@content-service/domain'
import { digest } from '@content-service/identity'
import type { Settings } from './settings/read-settings.ts'

const isSame = (one: OAuthClient, other: OAuthClient): boolean =>
  one.secretHash === other.secretHash &&
  one.redirectUris.join(' ') === other.redirectUris.join(' ') &&
  one.grants.join(' ') === other.grants.join(' ')

/** C10.2: each start registers the operator's client with the values of the settings, for every grant. */
export const registerFirstClient = async (
  { clients }: Stores,
  { id, secret, redirectUris }: Settings['firstClient'],
  now: Date,
): Promise<void> => {
  if (id === undefined || secret === undefined || redirectUris === undefined) return
  const current = await clients.get(id)
  const client = {
    id,
    name: id,
    redirectUris,
    grants: GRANT_TYPES,
    scopes: [],
    secretHash: digest(secret),
    createdAt: current?.createdAt ?? now,
  }
  if (current === null || !isSame(current, client)) await clients.put(client)
}
