import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { drawBarChart } from '../bar-chart.ts'
import { describeMachine, replaceSection } from '../api/report/page.ts'
import { median } from '../api/report/statistics.ts'
import type { Figures, Start } from './starts.ts'

/**
 * `npx nx bench testing` measures the start of a service in a test. `--starts 3` sets the starts in each process (20),
 * and `--write` writes the figures to docs/performance.md.
 */
const DOCS = resolve(import.meta.dirname, '../../../docs')
const [PAGE, CHART] = [join(DOCS, 'performance.md'), join(DOCS, 'testing.svg')]

const readCount = (args: readonly string[]): number => {
  const at = args.indexOf('--starts')
  const count = at < 0 ? 20 : Number(args[at + 1])
  if (Number.isInteger(count) && count > 1) return count
  throw new Error('--starts takes a number from 2')
}

/** The template of the embedded database is in the `node_modules` of the folder. */
const runStarts = (folder: string, database: string, count: number): readonly Start[] => {
  const program = join(import.meta.dirname, 'starts.ts')
  const options = ['--conditions=@content-service/source', program, database, String(count)]
  return JSON.parse(execFileSync(process.execPath, options, { cwd: folder, encoding: 'utf8' }))
}

interface Row {
  readonly name: string
  readonly starts: readonly Start[]
}

const measureAll = (count: number): readonly Row[] => {
  // Node finds no package from a folder outside of the repository; the program imports by its own place.
  const folder = mkdtempSync(join(tmpdir(), 'bench-testing-'))
  mkdirSync(join(folder, 'node_modules'))
  try {
    const memory = runStarts(folder, 'memory', count)
    const noTemplate = runStarts(folder, 'pglite', 1)
    const embedded = runStarts(folder, 'pglite', count)
    return [
      { name: 'memory, first start of a process', starts: memory.slice(0, 1) },
      { name: 'memory, later starts', starts: memory.slice(1) },
      { name: 'PGlite, without a template', starts: noTemplate },
      { name: 'PGlite, first start of a process', starts: embedded.slice(0, 1) },
      { name: 'PGlite, later starts', starts: embedded.slice(1) },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const PARTS = ['start', 'requests', 'stop'] as const

const middle = ({ starts }: Row, part: keyof Start, figure: keyof Figures): number =>
  median(starts.map((each) => each[part][figure]))

const formatTable = (rows: readonly Row[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const cells = rows.map((row) =>
    line([
      row.name,
      ...PARTS.flatMap((part) => [
        middle(row, part, 'milliseconds').toFixed(0),
        middle(row, part, 'cpuMilliseconds').toFixed(0),
      ]),
    ]),
  )
  const titles = ['', ...PARTS.flatMap((part) => [`${part} ms`, 'CPU ms'])]
  return [line(titles), `|---|${'--:|'.repeat(titles.length - 1)}`, ...cells].join('\n')
}

const draw = (rows: readonly Row[]): string => {
  const bars = rows.map((row) => {
    const value = middle(row, 'start', 'milliseconds')
    return { name: row.name, value, label: value.toFixed(0) }
  })
  const groups = [{ title: 'A service in a test, from the call until it listens', bars }]
  return drawBarChart({ groups, scale: 'logarithmic', note: 'milliseconds, on a logarithmic scale' })
}

const args = process.argv.slice(2)
const count = readCount(args)
const rows = measureAll(count)
const table = formatTable(rows)
console.log(table)
if (args.includes('--write')) {
  const text = `${table}\n\nMedians of ${count - 1} later starts; ${describeMachine()}.`
  writeFileSync(PAGE, replaceSection(readFileSync(PAGE, 'utf8'), 'testing', text))
  writeFileSync(CHART, draw(rows))
}
