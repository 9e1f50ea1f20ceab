import { parseArgs } from 'node:util'
import { CONTESTANT_NAMES, type ContestantName } from './contestants.ts'
import type { DataSize } from './data/records.ts'
import { GROWTH, SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios.ts'
import { WORKLOAD_NAMES, WORKLOADS, type WorkloadName } from './workloads.ts'

const list = (descriptions: Readonly<Record<string, { readonly title: string }>>): string =>
  Object.entries(descriptions)
    .map(([name, { title }]) => `  ${name.padEnd(10)} ${title}`)
    .join('\n')

export const HELP = `Usage: npx nx bench api [OPTIONS]
       npm run bench -- [OPTIONS]

Measures the service beside other servers on the same PostgreSQL, and prints tables. The data set is made from a seed and
kept in node_modules/.cache/bench, so that the next run starts at once. The other servers are installed at their first
use. Each server runs in a process of its own on the first core; PostgreSQL and the load generator use the other cores.
First, the command compares the responses of all servers, and fails if they differ. Then it measures in rounds, in which
the servers take turns, and takes medians. POSTGRES_VERSION=15 in the environment chooses an older version of PostgreSQL.
Install it before: npm run test:postgres -- 15

  --size SIZE            small (2,000 articles), medium (20,000) or full (100,000; the default)
  --articles N           another number of articles, from 1000 to 1000000, with 10 comments each
  --sizes                measure with 10,000, 100,000 and 1,000,000 articles, one after the other, without W4
  --seed N               the seed of the data set (default: 7)
  --fresh                make the data set anew
  --scenarios NAMES      the tables, separated by commas, or all (default: servers)
  --only WORKLOADS       only these workloads, as in W1,W6
  --contestants NAMES    only these servers: ${CONTESTANT_NAMES.join(', ')}
  --no-install           leave out the servers that are not installed
  --one-process          each server answers all workloads of a table in one process, in turn: it starts once in a round
  --rounds N             the number of rounds (default: 5)
  --seconds N            the time of each measurement (default: 5)
  --warm-up N            the time of the requests before each measurement (default: 15)
  --write                write the results to docs/performance.md and its charts
  --help                 show this

Scenarios:
${list({ ...SCENARIOS, ...GROWTH })}

Workloads:
${list(WORKLOADS)}

The command needs Linux: it reads /proc. The exit code is 0, or 1 if responses differ, or 2 if an argument is wrong.`

export class BenchArgumentError extends Error {}

export interface BenchArguments {
  readonly help: boolean
  readonly sizes: readonly DataSize[]
  readonly seed: number
  readonly isFresh: boolean
  readonly scenarios: readonly ScenarioName[]
  readonly measuresGrowth: boolean
  readonly workloads: readonly WorkloadName[]
  readonly contestants: readonly ContestantName[]
  readonly installs: boolean
  /** Whether a process of a contestant answers all workloads of a scenario. */
  readonly sharesProcess: boolean
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly writes: boolean
}

const OPTIONS = {
  size: { type: 'string' },
  articles: { type: 'string' },
  sizes: { type: 'boolean', default: false },
  seed: { type: 'string', default: '7' },
  fresh: { type: 'boolean', default: false },
  scenarios: { type: 'string', default: 'servers' },
  only: { type: 'string', default: 'all' },
  contestants: { type: 'string', default: 'all' },
  'no-install': { type: 'boolean', default: false },
  'one-process': { type: 'boolean', default: false },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '5' },
  // On a slow machine, V8 compiles the functions of the service for more than 8 s: docs/performance.md has figures.
  'warm-up': { type: 'string', default: '15' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const parseOptions = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw new BenchArgumentError(error instanceof Error ? error.message : String(error))
  }
}

type Range = readonly [least: number, most: number]

const readNumber = (name: string, text: string, [least, most]: Range): number => {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new BenchArgumentError(`--${name} must be a number from ${least} to ${most}, not ${text}.`)
  return value
}

const readWholeNumber = (name: string, text: string, range: Range): number => {
  const value = readNumber(name, text, range)
  if (!Number.isInteger(value)) throw new BenchArgumentError(`--${name} must be a whole number, not ${text}.`)
  return value
}

/** The names in their usual order, whatever the order of the argument. */
const readNames = <Name extends string>(
  option: string,
  text: string,
  names: readonly Name[],
): readonly Name[] => {
  if (text === 'all') return names
  const wanted = text.split(',').map((name) => name.trim())
  const unknown = wanted.find((name) => !names.some((known) => known === name))
  if (unknown !== undefined)
    throw new BenchArgumentError(`--${option} does not know "${unknown}". Choose from ${names.join(', ')}.`)
  return names.filter((name) => wanted.includes(name))
}

const makeSize = (articles: number): DataSize => ({
  users: Math.max(200, articles / 10),
  articles,
  comments: articles * 10,
  products: 50 + Math.floor(articles / 200),
})

const SIZES: Readonly<Record<string, DataSize>> = {
  small: { ...makeSize(2_000), comments: 10_000 },
  medium: makeSize(20_000),
  full: makeSize(100_000),
}

const COMPARED_SIZES = [10_000, 100_000, 1_000_000]

const readSizes = (
  size: string | undefined,
  articles: string | undefined,
  areCompared: boolean,
): readonly DataSize[] => {
  if ([size !== undefined, articles !== undefined, areCompared].filter(Boolean).length > 1)
    throw new BenchArgumentError('Use only one of --size, --articles and --sizes.')
  if (areCompared) return COMPARED_SIZES.map(makeSize)
  if (articles !== undefined) return [makeSize(readWholeNumber('articles', articles, [1_000, 1_000_000]))]
  const found = SIZES[size ?? 'full']
  if (found === undefined) throw new BenchArgumentError(`--size must be small, medium or full, not ${size}.`)
  return [found]
}

/** A search ranks a bounded number of articles, whatever the size. */
const isOfSizes = (workload: WorkloadName): boolean => workload !== 'W4'

/** @throws BenchArgumentError if an argument is unknown or wrong. */
export const readArguments = (args: readonly string[]): BenchArguments => {
  const options = parseOptions(args)
  const workloads = readNames('only', options.only, WORKLOAD_NAMES)
  const scenarios = readNames('scenarios', options.scenarios, [...SCENARIO_NAMES, 'growth'] as const)
  return {
    help: options.help,
    sizes: readSizes(options.size, options.articles, options.sizes),
    seed: readWholeNumber('seed', options.seed, [0, 2 ** 31 - 1]),
    isFresh: options.fresh,
    scenarios: scenarios.filter((name) => name !== 'growth'),
    measuresGrowth: scenarios.includes('growth'),
    workloads: options.sizes && options.only === 'all' ? workloads.filter(isOfSizes) : workloads,
    contestants: readNames('contestants', options.contestants, CONTESTANT_NAMES),
    installs: !options['no-install'],
    sharesProcess: options['one-process'],
    rounds: readWholeNumber('rounds', options.rounds, [1, 100]),
    seconds: readNumber('seconds', options.seconds, [0.1, 600]),
    warmUpSeconds: readNumber('warm-up', options['warm-up'], [0, 600]),
    writes: options.write,
  }
}
