import { childrenOf, readTreeCpuMs } from '../../programs/process-tree.ts'
import type { Contestant, Infrastructure } from './contestants.ts'
import { shareCore } from './core-shares.ts'
import { makeHeaders, type People } from './credentials.ts'
import type { BenchDatabase } from './database.ts'
import { repeat, runLoad, type LoadOptions } from './load.ts'
import type { Program } from './program.ts'
import { serialize, withHeaders, type BenchRequest } from './requests.ts'
import { percentile } from './report/statistics.ts'
import type { Caller, Targets } from './workloads.ts'

/** What all turns of a run share. */
export interface Bench extends Infrastructure {
  readonly database: BenchDatabase
  readonly postgresPid: number
  readonly targets: Targets
  readonly people: People
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** A turn: one contestant answers the requests of one workload. */
export interface Turn {
  readonly contestant: Contestant
  readonly requests: readonly BenchRequest[]
  readonly caller: Caller
  readonly sharesCore: boolean
  /** Counting takes further requests, and the count is the same in each round. */
  readonly countsStatements: boolean
}

export interface Figures {
  readonly requestsPerSecond: number
  /** CPU time in microseconds per request. */
  readonly serverUs: number
  readonly postgresUs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly bytes: number
  readonly statements: number | null
}

const CONNECTIONS = 32
const COUNTED_REQUESTS = 50
const WARM_UP_PARTS = 8

const serializeAll = async (
  { people }: Bench,
  { requests, caller }: Turn,
  url: string,
): Promise<readonly Buffer[]> => {
  const headers = await makeHeaders(caller, people, url)
  return requests.map((request) => serialize(withHeaders(request, headers), url))
}

const countStatements = async (bench: Bench, load: LoadOptions): Promise<number> => {
  const few = { ...load, connections: 1, atMost: COUNTED_REQUESTS, seconds: 60 }
  return (await bench.database.countStatements(() => runLoad(few))) / COUNTED_REQUESTS
}

const measureLoad = async (bench: Bench, { pid }: Program, load: LoadOptions): Promise<Figures> => {
  const pids = [pid, bench.postgresPid]
  const before = pids.map(readTreeCpuMs)
  const { responses, seconds, latenciesMs, bytes } = await runLoad(load)
  const [serverUs = 0, postgresUs = 0] = pids.map(
    (each, at) => ((readTreeCpuMs(each) - (before[at] ?? 0)) * 1_000) / responses,
  )
  return {
    requestsPerSecond: responses / seconds,
    serverUs,
    postgresUs,
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    bytes: bytes / responses,
    statements: null,
  }
}

/** Opens the connections several times, because a second process listens later than the first. */
const warmUp = async (load: LoadOptions, seconds: number): Promise<void> => {
  for (let part = 0; part < WARM_UP_PARTS; part += 1)
    await runLoad({ ...load, seconds: seconds / WARM_UP_PARTS })
}

/** A contestant with several processes serves with the children of its first process. */
const measureShares: typeof measureLoad = async (bench, program, load) => {
  const children = childrenOf(program.pid)
  await using _ = await shareCore(children.length === 0 ? [program.pid] : children)
  // Without `await`, the share would end before the measurement.
  return await measureLoad(bench, program, load)
}

/** Warms up a running contestant, measures it, and deletes all that it has written. */
const runInProgram = async (bench: Bench, program: Program, turn: Turn): Promise<Figures> => {
  const { processes = 1 } = turn.contestant
  const load = {
    url: program.url,
    next: repeat(await serializeAll(bench, turn, program.url)),
    connections: CONNECTIONS * processes,
    seconds: bench.seconds,
  }
  try {
    await warmUp(load, bench.warmUpSeconds * processes)
    const figures = await (turn.sharesCore ? measureShares : measureLoad)(bench, program, load)
    return turn.countsStatements ? { ...figures, statements: await countStatements(bench, load) } : figures
  } finally {
    await bench.database.clean()
  }
}

/** Runs turns of one contestant, one after the other, in a process that ends with the last one. */
export const runTurns = async (bench: Bench, turns: readonly Turn[]): Promise<readonly Figures[]> => {
  const program = await turns[0]?.contestant.start(bench)
  const figures: Figures[] = []
  try {
    if (program) for (const turn of turns) figures.push(await runInProgram(bench, program, turn))
    return figures
  } finally {
    await program?.stop()
    // The background work of the last turn may have written after it.
    await bench.database.clean()
  }
}
