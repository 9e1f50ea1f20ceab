import { integerSetting, type SettingsReader } from '@content-service/domain'
import { DEFAULT_LIMITS, type GraphqlLimits } from '@content-service/graphql-schema'
import type { StreamLimits } from '../live/open-streams.ts'

/** C5.8: each guard of the typed interface by its setting. */
const SETTINGS = {
  depth: 'GRAPHQL_MAX_DEPTH',
  cost: 'GRAPHQL_MAX_COST',
  aliases: 'GRAPHQL_MAX_ALIASES',
  tokens: 'GRAPHQL_MAX_TOKENS',
  errors: 'GRAPHQL_MAX_ERRORS',
  rootFields: 'GRAPHQL_MAX_ROOT_FIELDS',
  timeoutMs: 'GRAPHQL_TIMEOUT_MS',
} as const satisfies Readonly<Record<keyof GraphqlLimits, string>>

const MOST = 1_000_000_000

export const readGraphqlLimits = (given: SettingsReader): GraphqlLimits => {
  const limit = (name: keyof GraphqlLimits): number =>
    given.read(SETTINGS[name], integerSetting(1, MOST), DEFAULT_LIMITS[name])
  return {
    depth: limit('depth'),
    cost: limit('cost'),
    aliases: limit('aliases'),
    tokens: limit('tokens'),
    errors: limit('errors'),
    rootFields: limit('rootFields'),
    timeoutMs: limit('timeoutMs'),
  }
}

/** How many subscriptions may be open at once. */
export const readStreamLimits = (given: SettingsReader): StreamLimits => ({
  all: given.read('GRAPHQL_MAX_STREAMS', integerSetting(1, MOST), 1_000),
  each: given.read('GRAPHQL_MAX_STREAMS_EACH', integerSetting(1, MOST), 20),
})
