import { signMails } from '@content-service/domain/internal/mails'
import {
  addSecret,
  createContextParts,
  createSecretKeys,
  readServiceSecret,
  type ContextParts,
  type TokenSettings,
} from '@content-service/identity'
import type { Settings } from '../settings/read-settings.ts'
import type { Storage } from '../storage/storage.ts'
import type { Infrastructure } from './infrastructure.ts'

/** C7.2: the key and the required claims of access tokens. */
const createTokenSettings = (settings: Settings, secret: string, issuer: string): TokenSettings => {
  const { tokenKeys, jwtSecret, jwtIssuer, jwtAudience } = settings
  const keys = tokenKeys ?? createSecretKeys(secret)
  return {
    keys: tokenKeys !== undefined && jwtSecret !== undefined ? addSecret(keys, jwtSecret) : keys,
    issuer: jwtIssuer ?? issuer,
    audience: jwtAudience ?? issuer,
    requires: { issuer: jwtIssuer !== undefined, audience: jwtAudience !== undefined },
  }
}

/** The parts with secrets, of which a test replaces some. */
const createSecretParts = (
  { baseUrl, log, presentation: { name } }: Infrastructure,
  settings: Settings,
  replaced: Omit<Surroundings, 'now'>,
): ContextParts => {
  const parts = { ...createContextParts({ ...settings, baseUrl, serviceName: name }, log), ...replaced }
  return { ...parts, mailer: signMails(parts.mailer, { name, baseUrl }) }
}

/** The infrastructure, and the parts that follow from it, from the settings and from the secret of the service. */
export interface Foundation extends Infrastructure {
  readonly settings: Settings
  readonly secret: string
  readonly issuer: string
  readonly tokens: TokenSettings
  readonly secretParts: ContextParts
  readonly storesFor: Storage['storesFor']
  readonly now: () => Date
}

/** The connections of a service with the world, which a test replaces. */
export interface Surroundings extends Partial<Pick<ContextParts, 'mailer' | 'sender'>> {
  readonly now: () => Date
}

export const REAL_SURROUNDINGS: Surroundings = { now: () => new Date() }

export const createFoundation = (
  infrastructure: Infrastructure,
  settings: Settings,
  { now, ...replaced }: Surroundings = REAL_SURROUNDINGS,
): Foundation => {
  const { storage, baseUrl } = infrastructure
  const secret = readServiceSecret(settings)
  const issuer = settings.authUrl ?? baseUrl
  return {
    ...infrastructure,
    settings,
    secret,
    issuer,
    tokens: createTokenSettings(settings, secret, issuer),
    secretParts: createSecretParts(infrastructure, settings, replaced),
    storesFor: storage.storesFor,
    now,
  }
}
