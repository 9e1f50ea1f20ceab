import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { startPostgres } from './postgres.ts'

const help = `Usage: node tools/postgres/with-postgres.ts [--durable] [--] <command> [arguments...]

Starts a PostgreSQL server, runs the command with DATABASE_URL set to that server, and stops the server
when the command ends. The server uses a temporary folder and a free port of 127.0.0.1.

  --durable   write to disk as in production, so that no data is lost after kill -9
  --help      show this help

Example: node tools/postgres/with-postgres.ts npm start

The exit code is that of the command, or 128 + the number of the signal that ended the command.`

const [options, command] = splitArguments(process.argv.slice(2))
if (options.includes('--help')) {
  console.log(help)
} else if (command.length === 0 || options.some((option) => option !== '--durable')) {
  console.error(help)
  process.exitCode = 2
} else {
  process.exitCode = await runWithPostgres(command, options.includes('--durable'))
}

/** Our options end at `--` or at the first word; the later options belong to the command. */
function splitArguments(args: string[]): [string[], string[]] {
  const first = args.findIndex((arg) => arg === '--' || !arg.startsWith('-'))
  if (first === -1) return [args, []]
  return [args.slice(0, first), args.slice(args[first] === '--' ? first + 1 : first)]
}

async function runWithPostgres([file = '', ...args]: string[], durable: boolean): Promise<number> {
  const postgres = await startPostgres({ durable })
  try {
    const env = { ...process.env, DATABASE_URL: postgres.url }
    const child = spawn(file, args, { env, stdio: 'inherit' })
    passSignalsOn(child)
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[signal as NodeJS.Signals]
  } catch (error) {
    console.error(`Cannot run ${file}: ${(error as Error).message}`)
    return 127
  } finally {
    await postgres.stop()
  }
}

/** A terminal also sends Ctrl-C to the command, so that passing it on would be a second Ctrl-C. */
function passSignalsOn(child: ChildProcess): void {
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
}
