import { allJobs, failureText, runJobs } from '@content-service/domain'
import { createStores, openDatabase } from '@content-service/persistence'
import { pino } from 'pino'
import { readWorkerSettings } from './config.ts'

const HELP = `Usage: npm run worker

Does what must happen later: publishes scheduled articles, empties the trash, and forgets what has expired. Run one or
several beside the API.

  DATABASE_URL            the PostgreSQL of the API
  TRASH_RETENTION_DAYS    how long deleted articles can be restored (30)
  LOG_LEVEL               fatal, error, warn, info, debug, trace or silent (info)
`

const run = async (): Promise<void> => {
  const settings = readWorkerSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const database = await openDatabase({ url: settings.databaseUrl })
  await database.migrate()
  const jobs = runJobs(allJobs(settings), {
    stores: (act) => createStores(database.session(), act),
    now: () => new Date(),
    report: (job, error) => log.error({ err: error, job: job.name }, 'a job failed'),
  })
  log.info('the worker is ready')
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= jobs.stop().then(() => database.close()))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}

const explain = (error: unknown): void => {
  process.stderr.write(`${failureText(error)}\n`)
  process.exitCode = 1
}

if (process.argv.includes('--help')) process.stdout.write(HELP)
else run().catch(explain)
