import { builtInModel, failureText, policyInForce, refuseArguments, runWork } from '@content-service/domain'
import { deliveryParts } from '@content-service/identity'
import { createStores, DEFAULT_DATABASE_LIMITS, openMigrated } from '@content-service/persistence'
import { pino } from 'pino'
import { readWorkerSettings } from './config.ts'

const HELP = `Usage: npm run worker

Starts a worker, which does the background jobs of the service: it delivers events to webhooks, sends mails, publishes
scheduled articles, empties the trash, exports personal data, and removes expired records and the traces of erased people.
Run one or more workers beside the API, with the same settings:

  DATABASE_URL            the PostgreSQL of the API
  JWT_SECRET, JWT_PRIVATE_KEY_FILE, ENCRYPTION_SECRET   the values of the API: the worker decrypts webhook secrets and mails
  BASE_URL, SMTP_URL, SMTP_ALLOW_PLAIN, MAIL_FROM   the values of the API: the worker sends mails
  POLICY_FILE             roles and permissions, which decide the events that the owner of a webhook receives
  WEBHOOK_ALLOW_PRIVATE   true: the worker also sends events to private networks (false)
  TRASH_RETENTION_DAYS    the number of days for which you can restore deleted articles (30)
  AUDIT_RETENTION_DAYS    the number of days for which the audit log keeps its entries (400); 0 keeps them for ever
  LOG_LEVEL               fatal, error, warn, info, debug, trace or silent (info)
`

/** A check or a purge may take longer than a request may; a database that does not answer is waited for no longer. */
const LIMITS = { ...DEFAULT_DATABASE_LIMITS, statementTimeoutMs: 300_000 }

const run = async (): Promise<void> => {
  refuseArguments(process.argv.slice(2), 'npm run worker')
  const settings = readWorkerSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const { policy } = policyInForce(settings.policyFile)
  const database = await openMigrated(settings.databaseUrl, { limits: LIMITS })
  const work = runWork(settings, {
    ...deliveryParts(settings, log),
    policy,
    model: builtInModel,
    baseUrl: settings.baseUrl,
    stores: (act) => createStores(database.session(), act),
    now: () => new Date(),
    report: (job, error) => log.error({ err: error, job }, 'a job failed'),
  })
  log.info('the worker is ready')
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= work.stop().then(() => database.close()))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}

const explain = (error: unknown): void => {
  process.stderr.write(`${failureText(error)}\n`)
  process.exitCode = 1
}

if (process.argv.includes('--help')) process.stdout.write(HELP)
else run().catch(explain)
