import cluster from 'node:cluster'
import { failureText, refuseArguments } from '@content-service/domain'
import type { Logger } from 'pino'
import { readSettings, type Settings } from './config.ts'
import { openLog } from './operating/log.ts'
import { supervise } from './processes/supervise.ts'
import { startService, type RunningService } from './start.ts'

const HELP = `Usage: npm start

Starts the content service. Everything is set by the environment:

  PORT, HOST            where to listen (3000, 127.0.0.1)
  WEB_CONCURRENCY       how many processes share the port (1); more need a DATABASE_URL, and should have a REDIS_URL
  DATABASE_URL          a PostgreSQL; without it an embedded one in DATA_DIR (.data)
  DISK_RESERVE_MB       how much of the disk of DATA_DIR stays free: with less, nothing more is written (64)
  DATABASE_REPLICA_URLS replicas of it that content is read from, comma-separated; see docs/operating.md
  DATABASE_CONNECTIONS  to PostgreSQL, of this process (10)
  DATABASE_STATEMENT_TIMEOUT_MS (10000), DATABASE_LOCK_TIMEOUT_MS (3000), DATABASE_CONNECTION_TIMEOUT_MS (5000)   how long
                        a statement may take, and wait for another one's lock; how long a request waits for a connection
  ADMIN_EMAIL, ADMIN_PASSWORD   the administrator of the first start
  JWT_SECRET            at least 32 bytes; made and kept in DATA_DIR unless NODE_ENV=production
  JWT_PRIVATE_KEY_FILE  PEM keys instead, the first of which signs (JWT_ALGORITHM ES256 or RS256)
  AUTH_URL              where clients find /oauth, if not at BASE_URL
  OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_REDIRECT_URIS   a first OAuth client; addresses comma-separated
  OAUTH_PASSWORD_GRANT  whether clients may send the passwords of users (true)
  ENCRYPTION_SECRET     at least 32 bytes; encrypts second factors (JWT_SECRET; see docs/second-factor.md)
  ALLOW_SIGN_UP, SAMPLE_CONTENT, BASIC_AUTH   true or false (true)
  REQUIRE_IF_MATCH      true: changes over REST have to send If-Match (false)
  PASSWORD_MIN_LENGTH (15), BODY_LIMIT (4194304 bytes), BASE_URL, JWT_ISSUER, JWT_AUDIENCE, LOG_LEVEL (info)
  REQUEST_TIMEOUT_MS    how long a client may take to send a request, with its body (30000)
  POLICY_FILE           roles and permissions as JSON, in the place of the default ones; see docs/policy.md
  TRUST_PROXY           addresses and CIDR ranges of proxies whose X-Forwarded-For is believed (none)
  CORS_ORIGINS          whose pages may read answers: origins, comma-separated, or * (none)
  METRICS_ALLOW         addresses and CIDR ranges that may see /metrics and the details of /readyz, or none
                        (this machine's own); see docs/operating.md
  OTEL_EXPORTER_OTLP_ENDPOINT   where traces go, such as http://localhost:4318 (nowhere); OTEL_TRACES_SAMPLER_ARG: how
                        much of all requests is traced, from 0 to 1 (1)
  RATE_LIMIT (600), RATE_LIMIT_ANONYMOUS (120)   requests a minute, per credential and per address without one
  REDIS_URL             a Redis or Valkey that counts for all processes (none: each counts for itself)
  SMTP_URL, MAIL_FROM   how mails go out (smtp://user:password@host:587); without it they go to the log,
                        and in production nowhere
  GRAPHQL_MAX_DEPTH (12), GRAPHQL_MAX_COST (10000), GRAPHQL_MAX_ALIASES (30), GRAPHQL_MAX_TOKENS (2000),
  GRAPHQL_MAX_ERRORS (10), GRAPHQL_MAX_ROOT_FIELDS (10), GRAPHQL_TIMEOUT_MS (10000)   how much one GraphQL request may ask for
  GRAPHQL_MAX_STREAMS (1000), GRAPHQL_MAX_STREAMS_EACH (20)   subscriptions that are open at once, in all and of one
                        credential or address, in each process
  TRUSTED_DOCUMENTS=require, TRUSTED_DOCUMENTS_FILE   only the documents of this file run: JSON from SHA-256 to text
  WEBHOOK_ALLOW_PRIVATE true: events are also sent to private networks (false)
  TRASH_RETENTION_DAYS  how long deleted articles can be restored (30)
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const greet = ({ url, firstAdministrator }: RunningService, settings: Settings): void => {
  const base = settings.baseUrl ?? url
  say(
    `\ncontent-service is ready.\n  GraphQL and GraphiQL   ${base}/graphql\n  REST                   ${base}/api/docs`,
  )
  if (firstAdministrator === null) return
  const { user, madePassword } = firstAdministrator
  say(
    `\n  Administrator          ${user.email}\n  Password               ${madePassword ?? 'the ADMIN_PASSWORD that was set'}`,
  )
  if (madePassword) say('  It is shown this once.')
}

const warn = (log: Logger, running: RunningService): void => {
  if (running.firstAdministrator === null && (process.env['ADMIN_EMAIL'] || process.env['ADMIN_PASSWORD']))
    log.warn('ADMIN_EMAIL and ADMIN_PASSWORD are ignored: there is an administrator already')
  for (const warning of running.warnings) log.warn(warning)
}

/** C10.4: within 10 s, whatever hangs. */
const EXIT_MS = 8_500

/** npm and systemd send a second signal: it does not cut the first one short (C10.4). */
const stopOnSignal = (running: RunningService, log: Logger): void => {
  let stopping = false
  const giveUp = (): void => {
    log.warn('not all could be finished in time: what still ran is undone')
    process.exit(0)
  }
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(giveUp, EXIT_MS)
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2).filter((argument) => argument !== 'serve')
  if (args.includes('--help')) return say(HELP)
  refuseArguments(args, 'npm start')
  const settings = readSettings(process.env)
  const log = await openLog(settings)
  if (settings.webConcurrency > 1 && cluster.isPrimary) return supervise(settings.webConcurrency, log)
  const running = await startService(settings, log)
  stopOnSignal(running, log)
  // Of several processes the first speaks for all.
  if (cluster.isWorker && cluster.worker?.id !== 1) return
  greet(running, settings)
  warn(log, running)
}

main().catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`)
  process.exit(1)
})
