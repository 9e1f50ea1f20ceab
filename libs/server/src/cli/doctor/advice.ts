import { noAddress } from '../../settings/credential-parsers.ts'
import type { Settings } from '../../settings/read-settings.ts'
import { better, type Examine } from './finding.ts'

/** Advice about settings that needs nothing but the settings. */
const ADVICE: Readonly<Record<string, (settings: Settings) => string | false>> = {
  'kind of database': ({ databaseUrl, production }) =>
    production &&
    databaseUrl === undefined &&
    'set DATABASE_URL to a PostgreSQL: the embedded database serves one process on one machine',
  TRUST_PROXY: ({ trustProxy, production }) =>
    production &&
    trustProxy === noAddress &&
    'set it to the IP address of the proxy with TLS in front of the service: without it, all clients share one rate limit',
  WEB_CONCURRENCY: ({ webConcurrency, redisUrl }) =>
    webConcurrency > 1 &&
    redisUrl === undefined &&
    'set REDIS_URL: without it, each process counts requests and failed sign-ins separately',
}

export const ADVISORS: readonly Examine[] = Object.entries(ADVICE).map(
  ([about, advise]) =>
    ({ settings }) =>
      better(about, advise(settings) || null),
)
