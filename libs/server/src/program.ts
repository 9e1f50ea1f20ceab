import { failureText, OperatorError } from '@content-service/domain'
import type { ServiceOptions } from './composition.ts'
import { endWithNpm } from './end-with-npm.ts'
import { renderHelp } from './settings/help.ts'
import type { Program } from './settings/setting.ts'

type Run = (options: ServiceOptions) => Promise<void>

/** Runs a program whose settings are all environment variables, or ends the process with 1. */
export const createProgram =
  (program: Program, command: string, load: () => Promise<Run>) =>
  async ([argument, ...others]: readonly string[], options: ServiceOptions = {}): Promise<void> => {
    try {
      if ([argument, ...others].includes('--help')) return void process.stdout.write(renderHelp(program))
      if (argument !== undefined)
        throw new OperatorError(
          `${command} takes no argument ${argument}. You configure it with environment variables; ${command} -- --help lists them.`,
        )
      endWithNpm(command.split(' ').at(-1) ?? command)
      // The modules take a second to load, and only a start needs them.
      const run = await load()
      await run(options)
    } catch (error) {
      process.stderr.write(`${failureText(error)}\n`)
      process.exit(1)
    }
  }
