import { failureText } from '@content-service/domain'
import type { ServiceOptions } from '../composition.ts'
import { renderHelp, refuseArguments } from '../settings/help.ts'

const startWith = async (args: readonly string[], options: ServiceOptions): Promise<void> => {
  if (args.includes('--help')) return void process.stdout.write(renderHelp('worker'))
  refuseArguments(args, 'npm run worker')
  const { runWorker } = await import('./run-worker.ts')
  await runWorker(options)
}

/** `npm run worker` and `content-service worker`, with these arguments: starts a worker, or ends the process with 1. */
export const work = (args: readonly string[], options: ServiceOptions = {}): Promise<void> =>
  startWith(args, options).catch((error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  })
