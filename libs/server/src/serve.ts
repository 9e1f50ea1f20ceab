import { failureText, refuseArguments } from '@content-service/domain'

const HELP = `Usage: npm start

Starts the content service. You configure it with environment variables (the default is in brackets):

  PORT, HOST            port and address of the server (3000, 127.0.0.1)
  WEB_CONCURRENCY       number of processes that share the port (1); more than 1 needs a DATABASE_URL, and should have a REDIS_URL
  DATABASE_URL          address of a PostgreSQL; without it, the service uses an embedded database in DATA_DIR (.data)
  DISK_RESERVE_MB       free space that stays on the disk of DATA_DIR: with less, the service writes nothing (64)
  DATABASE_REPLICA_URLS replicas from which the service reads content, comma-separated; see docs/operating.md
  DATABASE_CONNECTIONS  number of connections of each process to PostgreSQL (10)
  DATABASE_STATEMENT_TIMEOUT_MS (10000), DATABASE_LOCK_TIMEOUT_MS (3000), DATABASE_CONNECTION_TIMEOUT_MS (5000)   longest time
                        of a statement, of a wait for a lock, and of a wait for a connection
  SEARCH_TIMEOUT_MS     longest time of each statement of a search in PostgreSQL (2000)
  ADMIN_EMAIL, ADMIN_PASSWORD   email address and password of the first administrator, used at the first start
  JWT_SECRET            secret of at least 32 bytes that signs tokens; unless NODE_ENV=production, the service creates one in DATA_DIR
  JWT_PRIVATE_KEY_FILE  PEM keys that sign tokens instead; the first key signs (JWT_ALGORITHM ES256 or RS256)
  AUTH_URL              address at which clients find /oauth, if it differs from BASE_URL
  OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_REDIRECT_URIS   the first OAuth client; a secret of at least 32 bytes; addresses comma-separated
  OAUTH_PASSWORD_GRANT  true: clients may send the passwords of users (true)
  ENCRYPTION_SECRET     secret of at least 32 bytes that encrypts second factors (JWT_SECRET; see docs/second-factor.md)
  ALLOW_SIGN_UP, SAMPLE_CONTENT, BASIC_AUTH   true or false (true)
  REQUIRE_IF_MATCH      true: changes over REST must send If-Match (false)
  PASSWORD_MIN_LENGTH (15), BODY_LIMIT (4194304 bytes), RESPONSE_LIMIT (16777216 bytes), BASE_URL, JWT_ISSUER, JWT_AUDIENCE, LOG_LEVEL (info)
  MAX_CONNECTIONS       open connections of each process; beyond it, the service answers /healthz only (2000)
  REQUEST_TIMEOUT_MS    longest time in which a client must send a request with its body (30000)
  POLICY_FILE           JSON file with roles and permissions, which replaces the default policy; see docs/policy.md
  TRUST_PROXY           addresses and CIDR ranges of proxies whose X-Forwarded-For the service believes (none)
  CORS_ORIGINS          origins whose pages may read responses, comma-separated, or * (none)
  METRICS_ALLOW         addresses and CIDR ranges that may read /metrics and the details of /readyz, or none
                        (the addresses of this machine); see docs/operating.md
  OTEL_EXPORTER_OTLP_ENDPOINT   address that receives traces, such as http://localhost:4318 (none)
  OTEL_TRACES_SAMPLER_ARG       part of the requests that the service traces, from 0 to 1 (1)
  RATE_LIMIT (600), RATE_LIMIT_ANONYMOUS (120)   requests per minute, for each credential, and for each address without a credential
  SIGN_UP_LIMIT         accounts that can be created per hour from an address (100)
  REDIS_URL             a Redis or Valkey that counts requests for all processes (none: each process counts its own requests)
  SMTP_URL, MAIL_FROM   mail server, such as smtp://user:password@host:587, and sender of mails; without a mail server,
                        the service writes mails to the log, and in production it sends none
  SMTP_ALLOW_PLAIN      true sends mails without TLS to a mail server beyond this machine (false: that server needs STARTTLS)
  GRAPHQL_MAX_DEPTH (12), GRAPHQL_MAX_COST (10000), GRAPHQL_MAX_ALIASES (30), GRAPHQL_MAX_TOKENS (2000),
  GRAPHQL_MAX_ERRORS (10), GRAPHQL_MAX_ROOT_FIELDS (10), GRAPHQL_TIMEOUT_MS (10000)   limits of one GraphQL request
  GRAPHQL_MAX_STREAMS (1000), GRAPHQL_MAX_STREAMS_EACH (20)   open subscriptions of each process: in total, and for each
                        credential or address
  TRUSTED_DOCUMENTS=require, TRUSTED_DOCUMENTS_FILE   the service runs only the documents in this JSON file of SHA-256 and text
  WEBHOOK_ALLOW_PRIVATE true: the service also sends events to private networks (false)
  TRASH_RETENTION_DAYS  number of days for which you can restore deleted articles (30)
  AUDIT_RETENTION_DAYS  number of days for which the audit log keeps its entries (400); 0 keeps them for ever
`

const startWith = async (args: readonly string[]): Promise<void> => {
  if (args.includes('--help')) return void process.stdout.write(`${HELP}\n`)
  // The name of the command may follow npm start.
  refuseArguments(
    args.filter((argument) => argument !== 'serve'),
    'npm start',
  )
  // The service takes a second to load, and only a start needs it.
  const { runService } = await import('./run-service.ts')
  await runService()
}

/** `npm start` and `content-service serve`, with these arguments: starts the service, or ends the process with 1. */
export const serve = (args: readonly string[]): Promise<void> =>
  startWith(args).catch((error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  })
