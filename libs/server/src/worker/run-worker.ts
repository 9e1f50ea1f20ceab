import { pino } from 'pino'
import { createComposition, type ServiceOptions } from '../composition/composition.ts'
import { endIfBlocked } from '../operating/blocked-process.ts'
import { logUnheardRejections } from '../operating/unheard-rejections.ts'
import { readWorkerSettings } from '../settings/read-settings.ts'
import { startWorker } from './start-worker.ts'

/** Runs a worker with the settings of this process until a signal ends it. */
export const runWorker = async (options: ServiceOptions): Promise<void> => {
  const settings = readWorkerSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const worker = await startWorker(settings, log, options)
  const { model } = createComposition(options)
  endIfBlocked(model)
  logUnheardRejections(model, log)
  log.info('the worker is ready')
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= worker.stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}
