import { checkIntegrity, describeFinding } from '@content-service/domain/internal/integrity'
import { refuseArguments, withDatabase, type Command } from './command.ts'
import { say } from './misused.ts'

export const command: Command = {
  help: `Usage: npx content-service check

Checks whether the records are consistent: counts, references, search index and states. The service runs the same check
every night, and shows the result at /readyz and /metrics. The command prints a line for each problem, which begins with
its name; docs/faults-and-alarms.md#integrity says how to repair it.

Exit code: 0 the records are consistent, 1 there is a problem, 2 the command could not check them.`,
  run: (args, composition) => {
    refuseArguments('check', args)
    return withDatabase('check', composition, async ({ stores }) => {
      const { findings } = await checkIntegrity(stores, new Date())
      for (const finding of findings) say(describeFinding(finding))
      if (findings.length === 0) say('The records are consistent.')
      return findings.length === 0 ? 0 : 1
    })
  },
}
