import { showProgress } from '../../../../libs/server/src/transfer/progress.ts'
import { CONTESTANTS } from '../contestants.ts'
import { runTurns, type Bench, type Figures } from '../measure.ts'
import { summarizeRounds } from '../report/results.ts'
import { fetchJson, type BenchRequest } from '../requests.ts'
import { addComments, readArticlesBySize } from './data.ts'
import { countObjects } from './objects.ts'
import type { GrowthResult } from './results.ts'
import { PLACES, SERIES, type GrowthTargets, type Series } from './series.ts'

const ALONE = {
  contestant: CONTESTANTS.ours,
  caller: 'nobody',
  sharesCore: false,
  countsStatements: false,
} as const

interface Step {
  readonly series: Series
  readonly step: number
  readonly requests: readonly BenchRequest[]
}

/** All steps of all series, without those for which the data have no records. */
const listSteps = (targets: GrowthTargets): readonly Step[] =>
  SERIES.flatMap((series) =>
    series.steps.map((step) => ({
      series,
      step,
      requests: Array.from({ length: PLACES }, (_, place) => series.ask(step, place, targets)).filter(
        (request) => request !== null,
      ),
    })),
  ).filter(({ requests }) => requests.length > 0)

/** The objects of a response of each step, on average. */
const countAll = async (bench: Bench, steps: readonly Step[]): Promise<readonly number[]> => {
  const program = await CONTESTANTS.ours.start(bench)
  try {
    const counts: number[] = []
    for (const { requests } of steps) {
      let objects = 0
      for (const request of requests) objects += countObjects(await fetchJson(request, program.url))
      counts.push(objects / requests.length)
    }
    return counts
  } finally {
    await program.stop()
    await bench.database.clean()
  }
}

/** The steps take turns in each round. @returns the rounds of each step. */
const measureSteps = async (
  bench: Bench,
  steps: readonly Step[],
  rounds: number,
): Promise<readonly (readonly Figures[])[]> => {
  const figures: Figures[][] = steps.map(() => [])
  const progress = showProgress(steps.length * rounds)
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { series, step, requests }] of steps.entries()) {
      progress.update(round * steps.length + at, `${series.title}: ${step}, round ${round + 1}`)
      figures[at]?.push(...(await runTurns(bench, [{ ...ALONE, requests }])))
    }
  progress.finish()
  return figures
}

/** Measures each step of each series with the service alone. */
export const measureGrowth = async (bench: Bench, rounds: number): Promise<GrowthResult['series']> => {
  const articlesBySize = await readArticlesBySize(bench.databaseUrl)
  await using _ = await addComments(bench.databaseUrl)
  const steps = listSteps({ ...bench.targets, articlesBySize })
  const objects = await countAll(bench, steps)
  const figures = await measureSteps(bench, steps, rounds)
  const results = steps.map(({ series, step }, at) => {
    const row = summarizeRounds(CONTESTANTS.ours.title, figures[at] ?? [])
    return { series, result: { step, objects: objects[at] ?? 0, row } }
  })
  return SERIES.map((series) => ({
    title: series.title,
    unit: series.unit,
    steps: results.filter((each) => each.series === series).map(({ result }) => result),
  }))
}
