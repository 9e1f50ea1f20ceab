import {
  clientId,
  InvalidValue,
  redirectUri,
  type ParseSetting,
  type SettingsReader,
} from '@content-service/domain'

/** The confidential client that the operator names (C10.2). */
export interface FirstClient {
  readonly id: string
  readonly secret: string
  readonly redirectUris: readonly string[]
}

/** RFC 6749, appendix A.2; each character is a byte. Whoever has seen its hash could try out a shorter one. */
const SECRET = /^[\u0020-\u007e]{32,256}$/

const MAKE_SECRET = `node -p 'crypto.randomBytes(32).toString("base64url")'`

const secretSetting: ParseSetting<string> = (text) => {
  if (SECRET.test(text)) return text
  throw new InvalidValue(
    `must be 32 to 256 printable ASCII characters. To make a new secret, run: ${MAKE_SECRET}`,
  )
}

/** Compared exactly, so that what is kept is what was written. */
const redirectUris: ParseSetting<readonly string[]> = (text) =>
  text.split(',').map((address) => redirectUri(address.trim()))

const NAMES = ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET', 'OAUTH_REDIRECT_URIS'] as const

/** All three, or none: half a client is a mistake. */
export const readFirstClient = (given: SettingsReader): FirstClient | undefined => {
  const id = given.read('OAUTH_CLIENT_ID', clientId, undefined)
  const secret = given.read('OAUTH_CLIENT_SECRET', secretSetting, undefined)
  const uris = given.read('OAUTH_REDIRECT_URIS', redirectUris, undefined)
  const missing = NAMES.filter((name) => !given.has(name))
  if (missing.length > 0 && missing.length < NAMES.length)
    given.refuse(`Set ${NAMES.join(', ')} together: ${missing.join(' and ')} is missing`)
  return id !== undefined && secret !== undefined && uris !== undefined
    ? { id, secret, redirectUris: uris }
    : undefined
}
