import { clientId, DEFAULT_RESPONSE_LIMIT, email, redirectUri } from '@content-service/domain'
import {
  addressSet,
  checkSecret,
  DEFAULT_PASSWORD_LENGTH,
  LEAST_PASSWORD_LENGTH,
  SIGNING_ALGORITHMS,
} from '@content-service/identity'
import { DEFAULT_LIMITS } from '@content-service/graphql-schema'
import { DEFAULT_DATABASE_LIMITS, DEFAULT_SEARCH_TIMEOUT_MS } from '@content-service/persistence'
import { addressesOrNone, clientSecret, keyFile, noAddress } from './credential-parsers.ts'
import { corsOrigins } from './cors-origins.ts'
import { address, checked, integer, listOf, oneOf, share, text, toggle, webAddress } from './parsers.ts'
import { api, both } from './setting.ts'

const postgres = address('postgres:', 'postgresql:')
/** An hour is as good as no limit. */
const milliseconds = integer(100, 3_600_000)
/** If you want no limit, set a number that nobody reaches. */
const count = integer(1, 1_000_000_000)

/**
 * All settings by subject, in the order of `--help` and docs/settings.md. Each setting is a row of the table: the name of
 * its value, its environment variable, and the programs that read it.
 */
// prettier-ignore
export const SECTIONS = {
  Server: {
    port: api('PORT', { parse: integer(0, 65_535), default: 3000, help: 'The port of the server.' }),
    host: api('HOST', { parse: text, default: '127.0.0.1', inProduction: '0.0.0.0',
      help: 'The address at which the server listens.' }),
    baseUrl: both('BASE_URL', { parse: webAddress,
      help: 'The address of the service for its clients. Without it, the service uses HOST and PORT, and a worker uses http://localhost:3000.' }),
    authUrl: api('AUTH_URL', { parse: webAddress,
      help: 'The address at which clients find /oauth, if it differs from BASE_URL.' }),
    webConcurrency: api('WEB_CONCURRENCY', { parse: integer(1, 256), default: 1,
      help: 'The number of processes that share the port. More than 1 needs a DATABASE_URL, and should have a REDIS_URL.' }),
    dataDir: both('DATA_DIR', { parse: text, default: '.data',
      help: 'The folder of the embedded database and of the secret that the service creates.' }),
    diskReserveMb: api('DISK_RESERVE_MB', { parse: integer(32, 1_000_000_000), default: 64,
      help: 'The MiB that stay free on the disk of DATA_DIR. With less free space, the service writes nothing.' }),
    sampleContent: api('SAMPLE_CONTENT', { parse: toggle, default: true,
      help: 'Whether the first start creates sample content.' }),
    trustProxy: api('TRUST_PROXY', { parse: addressSet, default: noAddress,
      help: 'The addresses and CIDR ranges of proxies whose X-Forwarded-For the service believes, comma-separated. Without it, the service believes no proxy.' }),
    corsOrigins: api('CORS_ORIGINS', { parse: corsOrigins, default: [],
      help: 'The origins whose pages may read responses, comma-separated, or *. Without it, no other origin may.' }),
  },
  Database: {
    databaseUrl: both('DATABASE_URL', { parse: postgres,
      help: 'The address of a PostgreSQL. Without it, the service uses an embedded database in DATA_DIR. A worker needs it.' }),
    databaseReplicaUrls: api('DATABASE_REPLICA_URLS', { parse: listOf(postgres), default: [],
      help: 'The addresses of replicas from which the service reads content, comma-separated. See docs/operating.md.' }),
    databaseLimits: {
      connections: api('DATABASE_CONNECTIONS', { parse: integer(1, 1_000), default: DEFAULT_DATABASE_LIMITS.connections,
        help: 'The connections of each process to PostgreSQL.' }),
      statementTimeoutMs: api('DATABASE_STATEMENT_TIMEOUT_MS', { parse: milliseconds, default: DEFAULT_DATABASE_LIMITS.statementTimeoutMs,
        help: 'The longest time of a statement.' }),
      lockTimeoutMs: api('DATABASE_LOCK_TIMEOUT_MS', { parse: milliseconds, default: DEFAULT_DATABASE_LIMITS.lockTimeoutMs,
        help: 'The longest wait for a lock.' }),
      connectionTimeoutMs: api('DATABASE_CONNECTION_TIMEOUT_MS', { parse: milliseconds, default: DEFAULT_DATABASE_LIMITS.connectionTimeoutMs,
        help: 'The longest wait for a connection.' }),
    },
    searchTimeoutMs: api('SEARCH_TIMEOUT_MS', { parse: milliseconds, default: DEFAULT_SEARCH_TIMEOUT_MS,
      help: 'The longest time of each statement of a search in PostgreSQL.' }),
    trashRetentionDays: both('TRASH_RETENTION_DAYS', { parse: integer(1, 3_650), default: 30,
      help: 'The number of days for which you can restore deleted articles.' }),
    auditRetentionDays: both('AUDIT_RETENTION_DAYS', { parse: integer(0, 36_500), default: 400,
      help: 'The number of days for which the audit log keeps its entries. 0 keeps them for ever.' }),
  },
  'Sign-in and secrets': {
    adminEmail: api('ADMIN_EMAIL', { parse: email,
      help: 'The email address of the first administrator, which the first start creates.' }),
    adminPassword: api('ADMIN_PASSWORD', { parse: text,
      help: 'The password of the first administrator. Without it, the service creates a password and prints it once.' }),
    jwtSecret: both('JWT_SECRET', { parse: checked(checkSecret),
      help: 'A secret of at least 32 bytes that signs tokens. Unless NODE_ENV=production, the service creates one in DATA_DIR. All programs need the same secrets.' }),
    tokenKeys: both('JWT_PRIVATE_KEY_FILE', { parse: keyFile,
      help: 'A file of PEM keys that sign tokens instead. The first key signs.' }),
    jwtAlgorithm: both('JWT_ALGORITHM', { parse: oneOf(...SIGNING_ALGORITHMS),
      help: 'ES256 or RS256: the algorithm of the first key in JWT_PRIVATE_KEY_FILE. HS256 without that file.' }),
    jwtIssuer: api('JWT_ISSUER', { parse: text,
      help: 'The issuer that each token must name. Without it, the address of the service.' }),
    jwtAudience: api('JWT_AUDIENCE', { parse: text,
      help: 'The audience that each token must name. Without it, the address of the service.' }),
    encryptionSecret: both('ENCRYPTION_SECRET', { parse: checked(checkSecret),
      help: 'A secret of at least 32 bytes that encrypts second factors, webhook secrets and mails. Without it, JWT_SECRET encrypts. See docs/second-factor.md.' }),
    firstClient: {
      id: api('OAUTH_CLIENT_ID', { parse: clientId,
        help: 'The id of the first OAuth client. Set its secret and its addresses as well.' }),
      secret: api('OAUTH_CLIENT_SECRET', { parse: clientSecret,
        help: 'The secret of the first OAuth client, of at least 32 bytes.' }),
      redirectUris: api('OAUTH_REDIRECT_URIS', { parse: listOf(redirectUri),
        help: 'The redirect addresses of the first OAuth client, comma-separated.' }),
    },
    oauthPasswordGrant: api('OAUTH_PASSWORD_GRANT', { parse: toggle, default: true,
      help: 'Whether clients may send the passwords of users.' }),
    basicAuth: api('BASIC_AUTH', { parse: toggle, default: true,
      help: 'Whether clients may send a username and password with each request.' }),
    allowSignUp: api('ALLOW_SIGN_UP', { parse: toggle, default: true,
      help: 'Whether strangers may create an account.' }),
    passwordMinLength: api('PASSWORD_MIN_LENGTH', { parse: integer(LEAST_PASSWORD_LENGTH, 256), default: DEFAULT_PASSWORD_LENGTH,
      help: 'The least number of characters of a password.' }),
    policyFile: both('POLICY_FILE', { parse: text,
      help: 'A JSON file with roles and permissions, which replaces the default policy. See docs/policy.md.' }),
  },
  'Limits on clients': {
    rateLimits: {
      credential: api('RATE_LIMIT', { parse: count, default: 600,
        help: 'The requests per minute of each credential.' }),
      address: api('RATE_LIMIT_ANONYMOUS', { parse: count, default: 120,
        help: 'The requests per minute of each address without a credential.' }),
    },
    redisUrl: api('REDIS_URL', { parse: address('redis:', 'rediss:'),
      help: 'A Redis or Valkey that counts requests for all processes. Without it, each process counts its own requests.' }),
    signUpLimit: api('SIGN_UP_LIMIT', { parse: count, default: 100,
      help: 'The accounts that strangers may create per hour from an address.' }),
    bodyLimit: api('BODY_LIMIT', { parse: integer(1_024, 1_073_741_824), default: 4_194_304,
      help: 'The bytes of the body of a request.' }),
    responseLimit: api('RESPONSE_LIMIT', { parse: integer(65_536, 1_073_741_824), default: DEFAULT_RESPONSE_LIMIT,
      help: 'The bytes of a response.' }),
    requestTimeoutMs: api('REQUEST_TIMEOUT_MS', { parse: integer(1_000, 3_600_000), default: 30_000,
      help: 'The longest time in which a client must send a request with its body.' }),
    maxConnections: api('MAX_CONNECTIONS', { parse: integer(1, 1_000_000), default: 2_000,
      help: 'The open connections of each process. Beyond it, the service answers /healthz only.' }),
    requireIfMatch: api('REQUIRE_IF_MATCH', { parse: toggle, default: false,
      help: 'Whether changes over REST must send If-Match.' }),
  },
  GraphQL: {
    graphqlLimits: {
      depth: api('GRAPHQL_MAX_DEPTH', { parse: count, default: DEFAULT_LIMITS.depth,
        help: 'The depth of a document.' }),
      cost: api('GRAPHQL_MAX_COST', { parse: count, default: DEFAULT_LIMITS.cost,
        help: 'The cost of a request: the objects that its response may contain.' }),
      aliases: api('GRAPHQL_MAX_ALIASES', { parse: count, default: DEFAULT_LIMITS.aliases,
        help: 'The aliases of a document.' }),
      tokens: api('GRAPHQL_MAX_TOKENS', { parse: count, default: DEFAULT_LIMITS.tokens,
        help: 'The tokens of a document.' }),
      errors: api('GRAPHQL_MAX_ERRORS', { parse: count, default: DEFAULT_LIMITS.errors,
        help: 'The errors in a response.' }),
      rootFields: api('GRAPHQL_MAX_ROOT_FIELDS', { parse: count, default: DEFAULT_LIMITS.rootFields,
        help: 'The root fields of a mutation.' }),
      timeoutMs: api('GRAPHQL_TIMEOUT_MS', { parse: count, default: DEFAULT_LIMITS.timeoutMs,
        help: 'The longest time of a request.' }),
    },
    streamLimits: {
      all: api('GRAPHQL_MAX_STREAMS', { parse: count, default: 1_000,
        help: 'The open subscriptions of each process.' }),
      each: api('GRAPHQL_MAX_STREAMS_EACH', { parse: count, default: 20,
        help: 'The open subscriptions of each credential, or of each address without a credential.' }),
    },
    trustedDocuments: api('TRUSTED_DOCUMENTS', { parse: oneOf('require', 'off'), default: 'off',
      help: 'With require, the service runs only the documents of TRUSTED_DOCUMENTS_FILE.' }),
    trustedDocumentsFile: api('TRUSTED_DOCUMENTS_FILE', { parse: text,
      help: 'A JSON file of documents by their SHA-256.' }),
  },
  'Mails and webhooks': {
    smtpUrl: both('SMTP_URL', { parse: address('smtp:', 'smtps:'),
      help: 'The mail server, such as smtp://user:password@host:587. Without it, the service writes mails to the log, and in production it sends none.' }),
    smtpAllowPlain: both('SMTP_ALLOW_PLAIN', { parse: toggle, default: false,
      help: 'Whether the service sends mails without TLS to a mail server beyond this machine. Otherwise that server needs STARTTLS.' }),
    mailFrom: both('MAIL_FROM', { parse: email, help: 'The sender of mails.' }),
    webhookAllowPrivate: both('WEBHOOK_ALLOW_PRIVATE', { parse: toggle, default: false,
      help: 'Whether the service also sends events to private networks.' }),
  },
  Operating: {
    logLevel: both('LOG_LEVEL', { parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), default: 'info',
      help: 'fatal, error, warn, info, debug, trace or silent.' }),
    metricsAllow: api('METRICS_ALLOW', { parse: addressesOrNone, default: addressSet('127.0.0.0/8, ::1'),
      help: 'The addresses and CIDR ranges that may read /metrics and the details of /readyz, comma-separated, or none. Without it, the addresses of this machine. See docs/operating.md.' }),
    otlpEndpoint: api('OTEL_EXPORTER_OTLP_ENDPOINT', { parse: webAddress,
      help: 'The address that receives traces, such as http://localhost:4318.' }),
    traceShare: api('OTEL_TRACES_SAMPLER_ARG', { parse: share, default: 1,
      help: 'The part of the requests that the service traces, from 0 to 1.' }),
  },
} as const

export const SETTINGS = {
  ...SECTIONS.Server,
  ...SECTIONS.Database,
  ...SECTIONS['Sign-in and secrets'],
  ...SECTIONS['Limits on clients'],
  ...SECTIONS.GraphQL,
  ...SECTIONS['Mails and webhooks'],
  ...SECTIONS.Operating,
}
