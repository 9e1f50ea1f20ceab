import { enableCompileCache } from 'node:module'
import { OperatorError } from '@content-service/domain/internal/rules'
import type { ServiceOptions } from '../composition/composition.ts'
import type { Program } from '../settings/setting.ts'
import { describeFailure } from './describe-failure.ts'
import { endWithNpm } from './end-with-npm.ts'
import { keepGarbageSpaceSmall, letGarbageSpaceGrow } from './little-garbage-space.ts'

type Run = (options: ServiceOptions) => Promise<void>

/** The script of package.json that starts the program. */
const SCRIPTS = { api: 'start', worker: 'worker' } as const satisfies Readonly<Record<Program, string>>

/** Runs a program whose settings are all environment variables, or ends the process with 2. */
export const createProgram =
  (program: Program, command: string, load: () => Promise<Run>) =>
  async ([argument, ...others]: readonly string[], options: ServiceOptions = {}): Promise<void> => {
    try {
      if ([argument, ...others].some((each) => each === '--help' || each === '-h'))
        return void process.stdout.write(
          (await import('../settings/help.ts')).renderHelp(program, options.model),
        )
      if (argument !== undefined)
        throw new OperatorError(
          `${command} takes no argument ${argument}. You configure it with environment variables; ${command} --help lists them.`,
        )
      endWithNpm(SCRIPTS[program])
      // A program of a team, too, has the cache for the modules of the service, which it loads from here on.
      enableCompileCache()
      keepGarbageSpaceSmall()
      const run = await load()
      await run(options)
      letGarbageSpaceGrow()
    } catch (error) {
      process.stderr.write(`${describeFailure(error)}\n`)
      process.exit(2)
    }
  }
