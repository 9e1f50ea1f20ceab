import { failureText } from '@content-service/domain'
import type { ServiceOptions } from './composition.ts'
import { renderHelp, refuseArguments } from './settings/help.ts'

const startWith = async (args: readonly string[], options: ServiceOptions): Promise<void> => {
  if (args.includes('--help')) return void process.stdout.write(renderHelp('api'))
  // The name of the command may follow npm start.
  refuseArguments(
    args.filter((argument) => argument !== 'serve'),
    'npm start',
  )
  // The service takes a second to load, and only a start needs it.
  const { runService } = await import('./run-service.ts')
  await runService(options)
}

/** `npm start` and `content-service serve`, with these arguments: starts the service, or ends the process with 1. */
export const serve = (args: readonly string[], options: ServiceOptions = {}): Promise<void> =>
  startWith(args, options).catch((error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  })
