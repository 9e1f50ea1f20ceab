import type { Stores } from '@content-service/domain'
import type { Settings } from './config.ts'

/** A random secret of fewer characters can be tried out by whoever has seen its hash. */
const LONG_SECRET = 32

/** Whether what is encrypted is lost with the key that signs tokens. */
const encryptsByKey = ({ tokenKeys, jwtSecret, encryptionSecret }: Settings): boolean =>
  tokenKeys !== undefined && jwtSecret === undefined && encryptionSecret === undefined

/** What an operator should know of how tokens are given out, in a sentence each (C7.5). */
export const oauthWarnings = async ({ clients }: Stores, settings: Settings): Promise<readonly string[]> => {
  const { oauthPasswordGrant, firstClient } = settings
  const warnings: string[] = []
  if (oauthPasswordGrant && (await clients.anyFor('password')))
    warnings.push(
      'The password grant is on. Clients that are registered for it see the passwords of users. ' +
        'To turn it off, set OAUTH_PASSWORD_GRANT=false',
    )
  if (firstClient && firstClient.secret.length < LONG_SECRET)
    warnings.push(`OAUTH_CLIENT_SECRET should have ${LONG_SECRET} random characters or more`)
  if (encryptsByKey(settings))
    warnings.push(
      'JWT_PRIVATE_KEY_FILE encrypts the second factors. Set ENCRYPTION_SECRET, or a new key makes them unreadable',
    )
  return warnings
}
