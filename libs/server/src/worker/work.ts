import { failureText } from '@content-service/domain'
import { helpOf, refuseArguments } from '../settings/help.ts'

const startWith = async (args: readonly string[]): Promise<void> => {
  if (args.includes('--help')) return void process.stdout.write(helpOf('worker'))
  refuseArguments(args, 'npm run worker')
  const { runWorker } = await import('./run-worker.ts')
  await runWorker()
}

/** `npm run worker`, with these arguments: starts a worker, or ends the process with 1. */
export const work = (args: readonly string[]): Promise<void> =>
  startWith(args).catch((error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exitCode = 1
  })
