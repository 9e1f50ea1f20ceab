import { randomInt } from 'node:crypto'
import { FuzzArgumentError, HELP, readArguments } from './arguments.ts'
import { runFuzzer } from './run.ts'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

const main = async (args: readonly string[]): Promise<number> => {
  const { help, seed = randomInt(2 ** 31), places } = readArguments(args)
  if (help) {
    tell(HELP)
    return 0
  }
  tell(`Seed ${seed}, ${places.length} requests`)
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const findings = await runFuzzer({ seed, places, tell, signal: stop.signal })
  tell(findings === 0 ? 'No findings' : `${findings} findings`)
  return findings === 0 ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof FuzzArgumentError)) throw error
  process.stderr.write(`${error.message}\n\n${HELP}\n`)
  process.exitCode = 2
}
