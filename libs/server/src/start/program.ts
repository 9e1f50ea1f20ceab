import { OperatorError } from '@content-service/domain/internal/rules'
import type { ServiceOptions } from '../composition/composition.ts'
import { renderHelp } from '../settings/help.ts'
import type { Program } from '../settings/setting.ts'
import { describeFailure } from './describe-failure.ts'
import { endWithNpm } from './end-with-npm.ts'

type Run = (options: ServiceOptions) => Promise<void>

/** The script of package.json that starts the program. */
const SCRIPTS = { api: 'start', worker: 'worker' } as const satisfies Readonly<Record<Program, string>>

/** Runs a program whose settings are all environment variables, or ends the process with 2. */
export const createProgram =
  (program: Program, command: string, load: () => Promise<Run>) =>
  async ([argument, ...others]: readonly string[], options: ServiceOptions = {}): Promise<void> => {
    try {
      if ([argument, ...others].some((each) => each === '--help' || each === '-h'))
        return void process.stdout.write(renderHelp(program))
      if (argument !== undefined)
        throw new OperatorError(
          `${command} takes no argument ${argument}. You configure it with environment variables; ${command} --help lists them.`,
        )
      endWithNpm(SCRIPTS[program])
      // The modules take a second to load, and only a start needs them.
      const run = await load()
      await run(options)
    } catch (error) {
      process.stderr.write(`${describeFailure(error)}\n`)
      process.exit(2)
    }
  }
