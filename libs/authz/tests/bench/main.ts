import { readFileSync, writeFileSync } from 'node:fs'
import { Bench } from 'tinybench'
import { bareSet, ours } from './ours.ts'
import { type Results, table } from './report.ts'
import { plot } from './plot.ts'
import { accessControl, casbin, casl, permix } from './rivals.ts'
import { type Contestant, type RowName, expected, rowNames } from './workloads.ts'

// CPU time and not clock time, so that other programs on the machine do not count.
const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const version = (name: string): string => manifest.devDependencies[name]

const contestants: readonly Contestant[] = [
  bareSet(),
  ours(manifest.version),
  casl(version('@casl/ability')),
  permix(version('permix')),
  accessControl(version('accesscontrol')),
  await casbin(version('casbin')),
]

/** Runs each task once per library. It checks the answers, and it lets V8 see all libraries before the measurement. */
async function rehearse(): Promise<void> {
  for (const row of rowNames)
    for (const { name, turns } of contestants) {
      const wanted = expected[row as keyof typeof expected]
      const got = await turns[row]?.run()
      if (wanted !== undefined && got !== undefined && got !== wanted)
        throw new Error(`${name} allows ${got} of the requests in "${row}", expected ${wanted}`)
    }
}

/** Repeats a turn until it takes long enough to measure. The CPU clock counts in microseconds. */
async function operationsPerSecond(contestant: Contestant, row: RowName): Promise<number | undefined> {
  const turn = contestant.turns[row]
  if (!turn) return undefined
  const before = cpuMilliseconds()
  for (let i = 0; i < 3; i++) await turn.run()
  const repeats = Math.max(1, Math.ceil(6 / (cpuMilliseconds() - before)))
  const bench = new Bench({
    now: cpuMilliseconds,
    time: 1000,
    warmupTime: 300,
    warmupIterations: 2,
    iterations: 3,
  })
  bench.add(row, () => {
    for (let i = 0; i < repeats; i++) turn.run()
  })
  await bench.run()
  const result = bench.tasks[0]?.result
  if (result?.state !== 'completed')
    throw new Error(`${contestant.name} did not complete "${row}": ${result?.state}`)
  return (1000 / result.latency.p50) * repeats * turn.operations
}

/** Runs five rounds with all libraries in turn, because V8 favours the library that runs first. */
async function medians(row: RowName): Promise<(number | undefined)[]> {
  const rounds: (number | undefined)[][] = []
  for (let i = 0; i < 5; i++) {
    const rates: (number | undefined)[] = []
    for (const contestant of contestants) rates.push(await operationsPerSecond(contestant, row))
    rounds.push(rates)
  }
  return contestants.map((_, i) => rounds.map((rates) => rates[i]).sort((a = 0, b = 0) => a - b)[2])
}

await rehearse()
const results: Results = []
for (const row of rowNames)
  for (const [i, rate] of (await medians(row)).entries()) {
    const { name, version: of } = contestants[i] as Contestant
    results.push({ row, name, version: of, rate })
    if (rate !== undefined)
      console.log(`${row.padEnd(10)} ${name.padEnd(24)} ${Math.round(rate).toLocaleString('en')}/s`)
  }

const readme = new URL('../../README.md', import.meta.url)
const text = readFileSync(readme, 'utf8')
const marked = /(<!-- benchmark -->)[^]*(<!-- \/benchmark -->)/
writeFileSync(
  readme,
  text.replace(marked, (_, start, end) => `${start}\n\n${table(results)}\n\n${end}`),
)
writeFileSync(new URL('../../docs/benchmark.svg', import.meta.url), plot(results))
