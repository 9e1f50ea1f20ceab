import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { showProgress } from '../../../../libs/server/src/transfer/progress.ts'
import { median } from '../../api/report/statistics.ts'
import type { StartFigures } from './one-start.ts'

/**
 * `node tools/bench/start/types/main.ts [ROUNDS]` measures what 50 content types with 20 fields each add to a start in memory:
 * CPU time, memory, and the time of the SDL and of the model for tools.
 */
const OPTIONS = ['--expose-gc', '--conditions=@content-service/source']
const PROGRAM = resolve(import.meta.dirname, 'one-start.ts')
const ROWS: Readonly<Record<keyof StartFigures, string>> = {
  start: 'until the first response, CPU ms',
  heap: 'memory after a collection, MiB',
  sdl: 'SDL, CPU ms',
  model: 'GET /api/model, CPU ms',
}

const run = (types: number): StartFigures =>
  JSON.parse(execFileSync(process.execPath, [...OPTIONS, PROGRAM, String(types)], { encoding: 'utf8' }))

const rounds = Number(process.argv[2] ?? 5)
const progress = showProgress(2 * rounds)
const measured = { without: [] as StartFigures[], with: [] as StartFigures[] }
for (let round = 0; round < rounds; round += 1) {
  progress.update(2 * round, 'without the types')
  measured.without.push(run(0))
  progress.update(2 * round + 1, 'with 50 types')
  measured.with.push(run(50))
}
progress.finish()

const middle = (all: readonly StartFigures[], figure: keyof StartFigures): number =>
  median(all.map((each) => each[figure]))

console.log('|  | without | with 50 types | more |\n|---|--:|--:|--:|')
for (const figure of Object.keys(ROWS) as (keyof StartFigures)[]) {
  const [less, more] = [middle(measured.without, figure), middle(measured.with, figure)]
  console.log(`| ${[ROWS[figure], less.toFixed(0), more.toFixed(0), (more - less).toFixed(0)].join(' | ')} |`)
}
