import type { ContentPolicy } from '@content-service/domain'
import { createGraphqlHandler, createSchema } from '@content-service/graphql-schema'
import { derivedKey, RateLimit, serviceSecret, type Counters } from '@content-service/identity'
import { createRestHandler } from '@content-service/rest-handlers'
import type { Logger } from 'pino'
import { composeContexts } from './compose-contexts.ts'
import { composeIdentity } from './compose-identity.ts'
import { composeSignIn } from './compose-sign-in.ts'
import type { Settings } from './config.ts'
import type { OpenDatabase } from './database.ts'
import { composeOAuth, tokenSettings } from './oauth.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

/** The parts that a server is made of. */
export type Service = ReturnType<typeof composeService>

/** What a service works with beside its settings. */
export interface Surroundings {
  readonly opened: OpenDatabase
  readonly counters: Counters
  readonly policy: ContentPolicy
  readonly baseUrl: string
  readonly log: Logger
}

const now = (): Date => new Date()

/** Who people are, how it is proven, and what their operations work with. */
const composePeople = (
  { opened: { database }, counters, policy, baseUrl, log }: Surroundings,
  settings: Settings,
) => {
  const secret = serviceSecret(settings)
  const issuer = settings.authUrl ?? baseUrl
  const tokens = tokenSettings(settings, secret, issuer)
  const people = composeSignIn({ database, counters, secret, now }, settings)
  const contexts = composeContexts({ database, policy, people, secret, baseUrl, log, now }, settings)
  const identify = composeIdentity({ database, tokens, policy, people, contexts, now }, settings)
  const key = derivedKey(secret, 'rate limits')
  const rateLimit = new RateLimit({ counters, quotas: settings.rateLimits, key, now })
  return { ...contexts, identify, rateLimit, forOAuth: { issuer, tokens, people, policy } }
}

export const composeService = (surroundings: Surroundings, settings: Settings) => {
  const { opened, policy, baseUrl, log } = surroundings
  const { forOAuth, ...people } = composePeople(surroundings, settings)
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed')
  const trusted = readTrustedDocuments(settings)
  const limits = settings.graphqlLimits
  return {
    ...people,
    baseUrl,
    authUrl: settings.authUrl,
    trustProxy: settings.trustProxy,
    corsOrigins: settings.corsOrigins,
    /** C5.9: off where only registered documents run. */
    hasGraphiql: !trusted.isRequired,
    report,
    graphql: createGraphqlHandler({ schema: createSchema(policy), report, limits, trusted }),
    rest: createRestHandler({ baseUrl, report, requireIfMatch: settings.requireIfMatch }),
    oauth: composeOAuth(opened.database, settings, { ...forOAuth, report }),
  }
}
