import { parseArgs } from 'node:util'

export const HELP = `Usage: npx nx fuzz api [--seed N] [--requests N] [--only PLACE]
       npm run fuzz -- [--seed N] [--requests N] [--only PLACE]

Starts the api and a PostgreSQL, generates hostile requests from the GraphQL schema and the OpenAPI document, and sends
them. Each request must stay below 1 s of CPU time of the api and 64 MiB of additional memory, must not end with a status
5xx except 503, and may write at most 3 rows if the service refuses it. The command sends each read three times, so that
the service prepares it, and also to a process that prepares nothing: both must answer alike. The command prints each
request that breaks a limit, and the command that repeats this request. If a request breaks a limit, the command repeats
the request twice and takes the smallest figures. The command needs Linux: it reads /proc.

  --seed N       the same seed makes the same requests (default: a random number, which the command prints)
  --requests N   the number of requests (default: 20000)
  --only PLACE   send only the request at this place of the seed
  --help         show this

Ctrl-C ends the run with its report. The exit code is 0 without findings, 1 with findings, and 2 if an argument is wrong.`

const DEFAULT_REQUESTS = 20_000
const MOST_REQUESTS = 10_000_000

export class FuzzArgumentError extends Error {}

export interface FuzzArguments {
  readonly help: boolean
  /** Undefined: the command chooses a seed. */
  readonly seed: number | undefined
  readonly places: readonly number[]
}

const OPTIONS = {
  seed: { type: 'string' },
  requests: { type: 'string' },
  only: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const parseOptions = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw new FuzzArgumentError(error instanceof Error ? error.message : String(error))
  }
}

const wholeNumber = (name: string, given: string | undefined, most: number): number | undefined => {
  if (given === undefined) return undefined
  const value = Number(given)
  if (!/^\d{1,10}$/.test(given) || value > most)
    throw new FuzzArgumentError(
      `--${name} must be a whole number from 0 to ${most}, not ${given.slice(0, 100)}.`,
    )
  return value
}

/** @throws FuzzArgumentError if an argument is unknown or wrong. */
export const readArguments = (args: readonly string[]): FuzzArguments => {
  const { help, seed, requests, only } = parseOptions(args)
  const count = wholeNumber('requests', requests, MOST_REQUESTS) ?? DEFAULT_REQUESTS
  const place = wholeNumber('only', only, MOST_REQUESTS)
  if (place !== undefined && seed === undefined) throw new FuzzArgumentError('--only needs --seed.')
  return {
    help,
    seed: wholeNumber('seed', seed, 2 ** 31 - 1),
    places: place === undefined ? Array.from({ length: count }, (_, at) => at) : [place],
  }
}
