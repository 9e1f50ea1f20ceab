import { fileURLToPath } from 'node:url'
import { failureText } from '@content-service/domain'
import { runCommand } from '@content-service/server/cli'

const worker = fileURLToPath(new URL('../../worker/src/main.ts', import.meta.url))

runCommand(process.argv.slice(2), { worker }).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exitCode = 2
  },
)
