import type { AuditContext, Stores } from '@content-service/domain'
import {
  addSecret,
  createContextParts,
  createSecretKeys,
  readServiceSecret,
  type ContextParts,
  type TokenSettings,
} from '@content-service/identity'
import { createStores, type Database, type StoreOptions } from '@content-service/persistence'
import type { Infrastructure } from './infrastructure.ts'
import type { Settings } from './settings/read-settings.ts'

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

/** The infrastructure, and the parts that follow from it, from the settings and from the secret of the service. */
export interface Foundation extends Infrastructure {
  readonly settings: Settings
  readonly database: Database
  readonly secret: string
  readonly issuer: string
  readonly tokens: TokenSettings
  readonly secretParts: ContextParts
  readonly storesFor: (act: AuditContext, options?: StoreOptions) => Stores
  readonly now: () => Date
}

export const createFoundation = (infrastructure: Infrastructure, settings: Settings): Foundation => {
  const { opened, model, baseUrl, log } = infrastructure
  const { database } = opened
  const secret = readServiceSecret(settings)
  // Stores fork the session for their entities; a fork for each request would only cost time.
  const session = database.session()
  const issuer = settings.authUrl ?? baseUrl
  return {
    ...infrastructure,
    settings,
    database,
    secret,
    issuer,
    tokens: createTokenSettings(settings, secret, issuer),
    secretParts: createContextParts({ ...settings, baseUrl }, log),
    storesFor: (act, options) => createStores(session, act, { ...options, model }),
    now: () => new Date(),
  }
}
