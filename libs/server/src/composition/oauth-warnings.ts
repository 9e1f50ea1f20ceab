import type { Stores } from '@content-service/domain'
import type { Settings } from '../settings/read-settings.ts'

/** Whether the key that signs tokens also encrypts data, so that a new key would make the data unreadable. */
const encryptsByKey = ({ tokenKeys, jwtSecret, encryptionSecret }: Settings): boolean =>
  tokenKeys !== undefined && jwtSecret === undefined && encryptionSecret === undefined

/** Warnings for the operator about OAuth, in a sentence each (C7.5). */
export const listOAuthWarnings = async (
  { clients }: Stores,
  settings: Settings,
): Promise<readonly string[]> => {
  const { oauthPasswordGrant } = settings
  const warnings: string[] = []
  if (oauthPasswordGrant && (await clients.anyFor('password')))
    warnings.push(
      'The password grant is on. Clients that are registered for it see the passwords of users. ' +
        'To turn it off, set OAUTH_PASSWORD_GRANT=false',
    )
  if (encryptsByKey(settings))
    warnings.push(
      'JWT_PRIVATE_KEY_FILE encrypts the second factors. Set ENCRYPTION_SECRET, or a new key makes them unreadable',
    )
  return warnings
}
