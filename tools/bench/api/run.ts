import { showProgress } from '../../../libs/server/src/transfer/progress.ts'
import type { BenchArguments } from './arguments.ts'
import { askAll } from './ask.ts'
import { compareAnswers } from './report/compare.ts'
import { CONTESTANTS, type ContestantName } from './contestants.ts'
import type { Cores } from './cores.ts'
import { BenchDatabase } from './database.ts'
import { prepareDataSet, prepareEmbedded, serveDataSet } from './dataset.ts'
import type { DataSize } from './data/records.ts'
import { measureGrowth } from './growth/measure.ts'
import type { GrowthResult } from './growth/results.ts'
import { runTurns, type Bench, type Figures, type Turn } from './measure.ts'
import { summarizeRounds, type ScenarioResult } from './report/results.ts'
import { SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts'
import { prepareTeamDatabase } from './team/database.ts'
import { WORKLOADS, type WorkloadName } from './workloads.ts'

export interface BenchResults {
  readonly scenarios: readonly ScenarioResult[]
  /** One result for each size. */
  readonly growth: readonly GrowthResult[]
}

/** A scenario with what the arguments leave of its contestants and workloads. */
interface Plan extends Scenario {
  readonly name: ScenarioName
  readonly contestants: readonly ContestantName[]
}

export const planScenario = (name: ScenarioName, { contestants, workloads }: BenchArguments): Plan => {
  const scenario: Scenario = SCENARIOS[name]
  return {
    ...scenario,
    name,
    contestants: scenario.contestants.filter((each) => contestants.includes(each)),
    workloads: scenario.workloads.filter((each) => workloads.includes(each)),
  }
}

const isPossible = ({ contestants, workloads }: Plan): boolean =>
  contestants.length > 0 && workloads.length > 0

/** Each round begins with another contestant, so that no contestant always follows the same one. */
const rotate = <Item>(items: readonly Item[], by: number): readonly Item[] =>
  items.map((_, at) => items[(at + by) % items.length] as Item)

/** Workloads whose turns a contestant takes in one process. */
type Together = readonly WorkloadName[]

/** The contestants take turns, so that a disturbance does not hit the same contestant in each round. */
const measureTogether = async (
  bench: Bench,
  { contestants, caller, variety, sharesCore }: Plan,
  workloads: Together,
  { rounds }: BenchArguments,
  tell: (note: string) => void,
) => {
  const measured = contestants.map((name) => ({ name, rounds: [] as (readonly Figures[])[] }))
  for (let round = 0; round < rounds; round += 1)
    for (const { name, rounds: done } of rotate(measured, round)) {
      tell(`${workloads.join(', ')}, round ${round + 1}: ${CONTESTANTS[name].title}`)
      const turns = workloads.map((workload): Turn => ({
        contestant: CONTESTANTS[name],
        requests: askAll(CONTESTANTS[name], workload, bench.targets, variety),
        caller: caller ?? WORKLOADS[workload].caller,
        sharesCore,
        countsStatements: round === 0,
      }))
      done.push(await runTurns(bench, turns))
    }
  return workloads.map((workload, at) => ({
    workload,
    rows: measured.map(({ name, rounds: done }) =>
      summarizeRounds(
        CONTESTANTS[name].title,
        done.flatMap((figures) => figures[at] ?? []),
      ),
    ),
  }))
}

const measurePlan = async (
  bench: Bench,
  plan: Plan,
  size: DataSize,
  args: BenchArguments,
): Promise<ScenarioResult> => {
  // A caller of the scenario gets other rows than the callers of the workloads, which the comparison uses.
  const compared = plan.contestants.map((name) => CONTESTANTS[name])
  if (compared.length > 1) await compareAnswers(bench, compared, plan.workloads)
  const parts: readonly Together[] = args.sharesProcess
    ? [plan.workloads]
    : plan.workloads.map((each) => [each])
  const turns = parts.length * plan.contestants.length * args.rounds
  const progress = showProgress(turns)
  let done = 0
  const tell = (note: string): void => progress.update(done++, note)
  const workloads = []
  for (const part of parts) workloads.push(...(await measureTogether(bench, plan, part, args, tell)))
  progress.finish()
  return { name: plan.name, title: plan.title, about: plan.about, size, workloads }
}

const measureSize = async (
  size: DataSize,
  plans: readonly Plan[],
  cores: Cores | null,
  args: BenchArguments,
): Promise<BenchResults> => {
  await using open = new AsyncDisposableStack()
  const dataSet = await prepareDataSet(args.seed, size, args.isFresh)
  const postgres = open.adopt(await serveDataSet(dataSet), (server) => server.stop())
  const database = open.adopt(await BenchDatabase.connect(postgres.url), (connection) => connection.close())
  const bench: Bench = {
    databaseUrl: postgres.url,
    postgresPid: postgres.pid,
    database,
    cores,
    embedded: () => prepareEmbedded(args.seed, size),
    targets: await database.readTargets(),
    people: { reader: await database.findUser('READER'), author: await database.findUser('AUTHOR') },
    seconds: args.seconds,
    warmUpSeconds: args.warmUpSeconds,
  }
  const scenarios: ScenarioResult[] = []
  for (const plan of plans) {
    const databaseUrl = plan.isOfTeam ? await prepareTeamDatabase(postgres.url, args.seed) : postgres.url
    scenarios.push(await measurePlan({ ...bench, databaseUrl }, plan, size, args))
  }
  const growth = args.measuresGrowth ? [{ size, series: await measureGrowth(bench, args.rounds) }] : []
  return { scenarios, growth }
}

/** Measures the scenarios, and growth, with each size. */
export const runBench = async (args: BenchArguments, cores: Cores | null): Promise<BenchResults> => {
  const plans = args.scenarios.map((name) => planScenario(name, args)).filter(isPossible)
  const results: BenchResults[] = []
  for (const size of args.sizes) results.push(await measureSize(size, plans, cores, args))
  return {
    scenarios: results.flatMap(({ scenarios }) => scenarios),
    growth: results.flatMap(({ growth }) => growth),
  }
}
