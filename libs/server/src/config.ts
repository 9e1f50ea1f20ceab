import {
  addressSetting,
  checkedSetting,
  email,
  integerSetting,
  SettingsReader,
  switchSetting,
  wordSetting,
  type Environment,
  type ParseSetting,
  DEFAULT_RESPONSE_LIMIT,
} from '@content-service/domain'
import {
  addressSet,
  checkSecret,
  DEFAULT_PASSWORD_LENGTH,
  DEFAULT_QUOTAS,
  DEFAULT_SIGN_UPS,
  LEAST_PASSWORD_LENGTH,
  readTokenKeys,
  type AddressSet,
  type Quotas,
  type TokenKeys,
} from '@content-service/identity'
import { corsOrigins, type CorsOrigins } from './config/cors-origins.ts'
import { readFirstClient, type FirstClient } from './config/first-client.ts'
import { DEFAULT_SEARCH_TIMEOUT_MS, type DatabaseLimits } from '@content-service/persistence'
import { readDatabaseLimits } from './config/database-limits.ts'
import type { GraphqlLimits } from '@content-service/graphql-schema'
import { readGraphqlLimits, readStreamLimits } from './config/graphql-limits.ts'
import type { StreamLimits } from './live/open-streams.ts'
import { DEFAULT_MAX_CONNECTIONS } from './http/connection-limit.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const TRUSTED = ['require', 'off'] as const

/** What an operator can set (C10.2). */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Processes that share the port. */
  readonly webConcurrency: number
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Copies of it that content may be read from. */
  readonly databaseReplicaUrls: readonly string[]
  /** Of a PostgreSQL; the embedded database has none. */
  readonly databaseLimits: DatabaseLimits
  /** The longest time of one statement of a search. */
  readonly searchTimeoutMs: number
  readonly dataDir: string
  /** In MiB: what is to stay free on the disk of `dataDir`. */
  readonly diskReserveMb: number
  /** Undefined: made from host and port once the server listens. */
  readonly baseUrl: string | undefined
  /** Where OAuth is served, as clients know it; undefined: at `baseUrl`. */
  readonly authUrl: string | undefined
  /** Undefined: made, and kept in `dataDir`. */
  readonly jwtSecret: string | undefined
  /** Undefined: the secret signs. */
  readonly tokenKeys: TokenKeys | undefined
  /** Registered for every grant; undefined: there is none. */
  readonly firstClient: FirstClient | undefined
  readonly oauthPasswordGrant: boolean
  /** Undefined: the secret of the tokens encrypts, too. */
  readonly encryptionSecret: string | undefined
  readonly jwtIssuer: string | undefined
  readonly jwtAudience: string | undefined
  /** Undefined: mails go to the log, but not in production. */
  readonly smtpUrl: string | undefined
  readonly smtpAllowPlain: boolean
  readonly mailFrom: string | undefined
  readonly production: boolean
  readonly adminEmail: string | undefined
  readonly adminPassword: string | undefined
  readonly allowSignUp: boolean
  readonly sampleContent: boolean
  readonly basicAuth: boolean
  /** Undefined: the default policy. */
  readonly policyFile: string | undefined
  /** The proxies whose X-Forwarded-For is believed; none unless set. */
  readonly trustProxy: AddressSet
  /** Who may see metrics and details of readiness without a credential. */
  readonly metricsAllow: AddressSet
  /** None unless set: pages of other origins may not read answers. */
  readonly corsOrigins: CorsOrigins
  /** Undefined: counts are kept in this process. */
  readonly redisUrl: string | undefined
  /** C9.1. */
  readonly rateLimits: Quotas
  /** C12.12: accounts that strangers may create per hour and address. */
  readonly signUpLimit: number
  readonly passwordMinLength: number
  readonly graphqlLimits: GraphqlLimits
  readonly streamLimits: StreamLimits
  readonly trustedDocuments: (typeof TRUSTED)[number]
  readonly trustedDocumentsFile: string | undefined
  /** Bytes. */
  readonly bodyLimit: number
  /** Bytes of a response (C12.5). */
  readonly responseLimit: number
  /** Open connections of each process. */
  readonly maxConnections: number
  /** For a request to be here, with all of its body. */
  readonly requestTimeoutMs: number
  readonly requireIfMatch: boolean
  readonly trashRetentionDays: number
  readonly auditRetentionDays: number
  /** Whether events are also sent to private networks. */
  readonly webhookAllowPrivate: boolean
  /** Where traces go; undefined: nowhere. */
  readonly otlpEndpoint: string | undefined
  /** How much of all requests is traced, from 0 to 1. */
  readonly traceShare: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

const NO_ADDRESS: AddressSet = () => false
const LOOPBACK = addressSet('127.0.0.0/8, ::1')
const addressesOrNone: ParseSetting<AddressSet> = (given) =>
  given === 'none' ? NO_ADDRESS : addressSet(given)
const text: ParseSetting<string> = (given) => given
const postgres = addressSetting('postgres:', 'postgresql:')
const postgresList: ParseSetting<readonly string[]> = (given) =>
  given.split(',').map((each) => postgres(each.trim()))
const origin: ParseSetting<string> = (given) => addressSetting('http:', 'https:')(given).replace(/\/$/, '')

/** Per window; whoever wants no limit sets one that nobody reaches. */
const requests = integerSetting(1, 1_000_000_000)

/** As OpenTelemetry has it. */
const share: ParseSetting<number> = (given) => {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(given)) throw new Error('must be a number from 0 to 1, such as 0.1')
  return Number(given)
}

/** Reads the environment. @throws InvalidSettings naming every wrong one. */
export const readSettings = (environment: Environment): Settings => {
  const production = environment['NODE_ENV'] === 'production'
  const given = new SettingsReader(environment)
  const settings: Settings = {
    port: given.read('PORT', integerSetting(0, 65_535), 3000),
    host: given.read('HOST', text, production ? '0.0.0.0' : '127.0.0.1'),
    webConcurrency: given.read('WEB_CONCURRENCY', integerSetting(1, 256), 1),
    databaseUrl: given.read('DATABASE_URL', postgres, undefined),
    databaseReplicaUrls: given.read('DATABASE_REPLICA_URLS', postgresList, []),
    databaseLimits: readDatabaseLimits(given),
    searchTimeoutMs: given.read(
      'SEARCH_TIMEOUT_MS',
      integerSetting(100, 3_600_000),
      DEFAULT_SEARCH_TIMEOUT_MS,
    ),
    dataDir: given.read('DATA_DIR', text, '.data'),
    diskReserveMb: given.read('DISK_RESERVE_MB', integerSetting(32, 1_000_000_000), 64),
    baseUrl: given.read('BASE_URL', origin, undefined),
    authUrl: given.read('AUTH_URL', origin, undefined),
    jwtSecret: given.read('JWT_SECRET', checkedSetting(checkSecret), undefined),
    tokenKeys: readTokenKeys(given),
    firstClient: readFirstClient(given),
    oauthPasswordGrant: given.read('OAUTH_PASSWORD_GRANT', switchSetting, true),
    encryptionSecret: given.read('ENCRYPTION_SECRET', checkedSetting(checkSecret), undefined),
    jwtIssuer: given.read('JWT_ISSUER', text, undefined),
    jwtAudience: given.read('JWT_AUDIENCE', text, undefined),
    smtpUrl: given.read('SMTP_URL', addressSetting('smtp:', 'smtps:'), undefined),
    mailFrom: given.read('MAIL_FROM', email, undefined),
    smtpAllowPlain: given.read('SMTP_ALLOW_PLAIN', switchSetting, false),
    production,
    adminEmail: given.read('ADMIN_EMAIL', email, undefined),
    adminPassword: given.read('ADMIN_PASSWORD', text, undefined),
    allowSignUp: given.read('ALLOW_SIGN_UP', switchSetting, true),
    sampleContent: given.read('SAMPLE_CONTENT', switchSetting, true),
    policyFile: given.read('POLICY_FILE', text, undefined),
    basicAuth: given.read('BASIC_AUTH', switchSetting, true),
    trustProxy: given.read('TRUST_PROXY', addressSet, NO_ADDRESS),
    metricsAllow: given.read('METRICS_ALLOW', addressesOrNone, LOOPBACK),
    corsOrigins: given.read('CORS_ORIGINS', corsOrigins, []),
    redisUrl: given.read('REDIS_URL', addressSetting('redis:', 'rediss:'), undefined),
    passwordMinLength: given.read(
      'PASSWORD_MIN_LENGTH',
      integerSetting(LEAST_PASSWORD_LENGTH, 256),
      DEFAULT_PASSWORD_LENGTH,
    ),
    rateLimits: {
      credential: given.read('RATE_LIMIT', requests, DEFAULT_QUOTAS.credential),
      address: given.read('RATE_LIMIT_ANONYMOUS', requests, DEFAULT_QUOTAS.address),
    },
    signUpLimit: given.read('SIGN_UP_LIMIT', requests, DEFAULT_SIGN_UPS),
    graphqlLimits: readGraphqlLimits(given),
    streamLimits: readStreamLimits(given),
    trustedDocuments: given.read('TRUSTED_DOCUMENTS', wordSetting(TRUSTED), 'off'),
    trustedDocumentsFile: given.read('TRUSTED_DOCUMENTS_FILE', text, undefined),
    requireIfMatch: given.read('REQUIRE_IF_MATCH', switchSetting, false),
    bodyLimit: given.read('BODY_LIMIT', integerSetting(1_024, 1_073_741_824), 4 * 1024 * 1024),
    responseLimit: given.read(
      'RESPONSE_LIMIT',
      integerSetting(65_536, 1_073_741_824),
      DEFAULT_RESPONSE_LIMIT,
    ),
    maxConnections: given.read('MAX_CONNECTIONS', integerSetting(1, 1_000_000), DEFAULT_MAX_CONNECTIONS),
    requestTimeoutMs: given.read('REQUEST_TIMEOUT_MS', integerSetting(1_000, 3_600_000), 30_000),
    webhookAllowPrivate: given.read('WEBHOOK_ALLOW_PRIVATE', switchSetting, false),
    trashRetentionDays: given.read('TRASH_RETENTION_DAYS', integerSetting(1, 3_650), 30),
    auditRetentionDays: given.read('AUDIT_RETENTION_DAYS', integerSetting(0, 36_500), 400),
    otlpEndpoint: given.read('OTEL_EXPORTER_OTLP_ENDPOINT', origin, undefined),
    traceShare: given.read('OTEL_TRACES_SAMPLER_ARG', share, 1),
    logLevel: given.read('LOG_LEVEL', wordSetting(LOG_LEVELS), 'info'),
  }
  if (production && settings.jwtSecret === undefined && settings.tokenKeys === undefined)
    given.refuse('Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production')
  if (settings.webConcurrency > 1 && settings.databaseUrl === undefined)
    given.refuse('WEB_CONCURRENCY needs a DATABASE_URL: only one process can use the embedded database')
  if (settings.databaseReplicaUrls.length > 0 && settings.databaseUrl === undefined)
    given.refuse('Set DATABASE_URL to the primary database of the replicas in DATABASE_REPLICA_URLS')
  if (settings.trustedDocuments === 'require' && settings.trustedDocumentsFile === undefined)
    given.refuse(
      'TRUSTED_DOCUMENTS=require needs TRUSTED_DOCUMENTS_FILE, the file with the documents that clients may run',
    )
  given.finish()
  return settings
}
