import { failureText } from '@content-service/domain'
import { runCommand } from '@content-service/server/cli'

runCommand(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exitCode = 2
  },
)
