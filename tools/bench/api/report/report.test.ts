import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCENARIO_NAMES } from '../scenarios.ts'
import { listSections, mark, replaceSection } from './page.ts'
import { drawReport, formatScenario } from './report.ts'
import { summarizeRounds, type ScenarioResult } from './results.ts'
import { drawSizes, formatSizes } from './sizes-report.ts'

const round = (requestsPerSecond: number, statements: number | null = null) => ({
  requestsPerSecond,
  serverUs: 40,
  postgresUs: 20.4,
  p50Ms: 1.25,
  p99Ms: 12.6,
  bytes: 1_234,
  statements,
})

const result = (): ScenarioResult => ({
  name: 'servers',
  title: 'All servers',
  about: 'One question.',
  size: { users: 200, articles: 2_000, comments: 10_000, products: 50 },
  workloads: (['W1', 'W6'] as const).map((workload) => ({
    workload,
    rows: [
      summarizeRounds('limit: node:http + pg', [round(20_000, 1), round(20_100), round(19_900)]),
      summarizeRounds('content-service', [round(5_000, 2), round(4_000), round(5_100)]),
    ],
  })),
})

describe('the report', () => {
  it('has a row per server with medians, ratios, and marks for disturbed figures', () => {
    const text = formatScenario(result())
    expect(text).toContain('## All servers, 2,000 articles')
    expect(text).toContain('| limit: node:http + pg | 20,000 | 1.00 | 40 | 20 | 1.3 | 13 | 1.0 | 1,234 |')
    expect(text).toContain('| content-service | 5,000 * | 0.25 | 40 | 20 | 1.3 | 13 | 2.0 | 1,234 |')
    expect(text).toContain('| W1: one article with its owner | 1.00 | 0.25 |')
    expect(text).toContain('other work disturbed this figure')
  })

  it('has no ratios without the limit', () => {
    const { workloads, ...rest } = result()
    const alone = {
      ...rest,
      workloads: workloads.map(({ workload, rows }) => ({ workload, rows: rows.slice(1) })),
    }
    expect(formatScenario(alone)).toContain('| content-service | 5,000 * | – |')
    expect(drawReport(alone)).toBeNull()
  })

  it('draws the ratios as bars', () => {
    const svg = drawReport(result())
    expect(svg).toMatch(/^<svg /)
    expect(svg?.match(/<rect x="/g)).toHaveLength(4)
    expect(svg).toContain('>0.25</text>')
  })
})

describe('the report of several sizes', () => {
  const results = [2_000, 20_000].map((articles) => ({ ...result(), size: { ...result().size, articles } }))

  it('has a row per workload and server, with the CPU time of each size', () => {
    const text = formatSizes(results)
    expect(text).toContain('## 2,000 articles to 20,000 articles')
    expect(text).toContain('| W1: one article with its owner | content-service | 40 + 20 | 40 + 20 |')
  })

  it('draws a bar for each size', () => {
    expect(drawSizes(results).match(/<rect x="/g)).toHaveLength(8)
  })
})

describe('the page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/performance.md'), 'utf8')

  it.each([...SCENARIO_NAMES, 'growth', 'sizes', 'import', 'testing'])('has one place for %s', (name) => {
    for (const text of [`results ${name}`, `end of results ${name}`])
      expect(page.split(mark(text))).toHaveLength(2)
    const [before, after] = page.split(mark(`results ${name}`))
    expect(replaceSection(page, name, 'new').startsWith(`${before}${mark(`results ${name}`)}\n\nnew\n`)).toBe(
      true,
    )
    expect(after).toContain(mark(`end of results ${name}`))
  })

  it('gets a chart for each table with a limit, beside the page', () => {
    const all = result()
    const growth = [{ size: all.size, series: [] }]
    const [servers, edits, more] = listSections({
      scenarios: [all, { ...all, name: 'edits' }],
      growth,
    })
    expect(servers?.chart?.file).toBe('performance.svg')
    expect(edits).toMatchObject({ name: 'edits', chart: { file: 'edits.svg' } })
    expect(edits?.text).toContain('(edits.svg)')
    expect(more).toMatchObject({ name: 'growth', chart: { file: 'growth.svg' } })
    expect(more?.text).toContain('(growth.svg)')
  })

  it('gets one table for several sizes', () => {
    const scenarios = [result(), result()]
    expect(listSections({ scenarios, growth: [] })).toMatchObject([
      { name: 'sizes', chart: { file: 'sizes.svg' } },
    ])
  })

  it('gets a new section at its end, and a measured section again in its place', () => {
    const page = replaceSection('# Title\n', 'many', 'old')
    expect(page).toBe("# Title\n\n[//]: # 'results many'\n\nold\n\n[//]: # 'end of results many'\n")
    expect(replaceSection(`${page}\nMore.\n`, 'many', 'new $1')).toBe(
      "# Title\n\n[//]: # 'results many'\n\nnew $1\n\n[//]: # 'end of results many'\n\nMore.\n",
    )
  })
})
