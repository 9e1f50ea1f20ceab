import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { readSettings, type Settings } from '../settings/read-settings.ts'
import { createComposition, type ServiceOptions } from '../composition/composition.ts'
import { endIfBlocked } from '../operating/blocked-process.ts'
import { openLog } from '../operating/log.ts'
import { logUnheardRejections } from '../operating/unheard-rejections.ts'
import { describeAdministrator } from './administrator-notice.ts'
import { supervise } from './supervise.ts'
import { startService, type RunningService } from './start.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** For a person at a terminal. In production, standard output has the log alone, with one JSON object on each line. */
const greet = (
  name: string,
  { url, hasStudio, firstAdministrator }: RunningService,
  settings: Settings,
): void => {
  const base = settings.baseUrl ?? url
  say(`\n${name} is ready.`)
  if (hasStudio) say(`  Studio                 ${base}/studio`)
  say(`  GraphQL and GraphiQL   ${base}/graphql\n  REST                   ${base}/api/docs`)
  if (firstAdministrator === null) return
  const { user, madePassword } = firstAdministrator
  say(
    `\n  Administrator          ${user.email}\n  Password               ${madePassword ?? 'the value of ADMIN_PASSWORD'}`,
  )
  if (madePassword) say('  Store the password now. The service does not show it again.')
}

interface Told {
  readonly log: Logger
  readonly name: string
}

const tellOperator = (running: RunningService, settings: Settings, { log, name }: Told): void => {
  if (settings.production) log.info({ url: settings.baseUrl ?? running.url }, 'the service is ready')
  else greet(name, running, settings)
  const notice = describeAdministrator(running, settings)
  if (notice !== null && (settings.production || running.firstAdministrator === null))
    process.stderr.write(`${notice}\n`)
}

const warn = (log: Logger, running: RunningService, settings: Settings): void => {
  if (running.firstAdministrator === null && settings.adminPassword !== undefined)
    log.warn('the service ignores ADMIN_PASSWORD, because an administrator exists')
  for (const warning of running.warnings) log.warn(warning)
}

/** C10.4: the time limit of a stop. A stop takes at most 10 s, and a busy machine can run a timer more than a second late. */
const EXIT_MS = 8_000

/**
 * C10.4: how long idle connections stay open. SIGTERM comes from an orchestrator, whose proxy may be about to send a
 * request. SIGINT comes from a terminal.
 */
const IDLE_MS = { SIGTERM: 6_000, SIGINT: 100 } as const

/** Stops the service on a signal. A second signal, which npm and systemd send, does not shorten the stop (C10.4). */
const stopOnSignal = (running: RunningService, log: Logger): void => {
  let stopping = false
  const giveUp = (): void => {
    log.warn('some requests did not finish in time; the service has rolled back their changes')
    process.exit(0)
  }
  const stop = async (signal: keyof typeof IDLE_MS): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(giveUp, EXIT_MS)
    await running.stop({ idleMs: IDLE_MS[signal] })
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * In production, the modules of REST are loaded before the service listens: the first request under /api would load them for
 * 0.25 s, in which nobody else is answered.
 */
const loadModules = ({ production }: Settings): Promise<unknown> =>
  production ? import('@content-service/rest-handlers') : Promise.resolve()

/** Runs the service with the settings of this process until a signal ends it. */
export const runService = async (options: ServiceOptions): Promise<void> => {
  const settings = readSettings(process.env)
  const log = await openLog(settings)
  if (settings.webConcurrency > 1 && cluster.isPrimary)
    return supervise(settings.webConcurrency, settings, log)
  await loadModules(settings)
  const running = await startService(settings, log, options)
  stopOnSignal(running, log)
  const { name, model } = createComposition(options)
  // With a database of its own, this process runs the handlers.
  if (settings.databaseUrl === undefined) {
    endIfBlocked(model)
    logUnheardRejections(model, log)
  }
  // Of several processes, the first process prints, and the process that has created the administrator.
  if (cluster.isWorker && cluster.worker?.id !== 1 && running.firstAdministrator === null) return
  tellOperator(running, settings, { log, name })
  warn(log, running, settings)
}
