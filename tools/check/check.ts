import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countRuns } from './long-tests.ts'
import { addTotals, listFailures, readTotals } from './test-totals.ts'

/**
 * All that must be in order before a change is merged. A step that fails does not hide what other steps find.
 * `npm run check` takes the short forms of repeated tests, `LONG_TESTS=true npm run check` the long forms.
 */
const folder = mkdtempSync(join(tmpdir(), 'check-'))
const reports = ['tests.json', 'system-tests.json'].map((name) => join(folder, name))
const [plain = '', system = ''] = reports
/** Proves that the benchmark works: no step judges a speed. Servers that need an installation take part if they are there. */
const BENCH_CONTESTANTS = [
  '--no-install',
  '--contestants',
  'limit,mercurius,postgraphile,express,ours,ours-team',
]
const BENCH_SCENARIOS = ['--scenarios', 'servers,declared']
const BENCH_TIMES = ['--rounds', '1', '--seconds', '0.3', '--warm-up', '0']

/**
 * Steps of different lanes run at the same time, because most of them keep one processor busy; the tests keep all, and beside other
 * steps, pages in a browser waited for more than 30 s. No two steps write the same files: the lane of the sources makes `dist`,
 * which no test reads.
 */
const failed = [
  await runStep('test', ['npm', 'test'], { TEST_REPORT: plain }),
  await runStep('system tests', ['npm', 'run', 'test:system'], { TEST_REPORT: system }),
  ...(await Promise.all([
    runLane([
      () => runStep('older versions of PostgreSQL', ['npm', 'run', 'test:postgres']),
      () => runStep('fuzz', ['npx', 'nx', 'fuzz', 'api', ...fuzzArguments()]),
      () =>
        runStep('bench', [
          'npx',
          'nx',
          'bench',
          'api',
          '--size',
          'small',
          ...BENCH_TIMES,
          ...BENCH_CONTESTANTS,
          ...BENCH_SCENARIOS,
        ]),
      () => runStep('bench of the import', ['npx', 'nx', 'bench', 'import', '--size', 'small', '--embedded']),
    ]),
    runLane([
      () => runStep('format', ['npx', 'prettier', '--check', '.']),
      () => runStep('lint', ['npm', 'run', 'lint']),
      () => runStep('types', ['npm', 'run', 'typecheck']),
      () => runStep('exports', ['npm', 'run', 'api', '--', '--check']),
      () => runStep('references', ['npx', 'nx', 'sync:check']),
      () => runStep('build', ['npm', 'run', 'build']),
      () => runStep('packages', ['npm', 'run', 'tool', 'check-packages']),
      () => runStep('release', ['npx', 'nx', 'release', '--dry-run', '--skip-publish', '--first-release']),
      () => runStep('bench of the test kit', ['npx', 'nx', 'bench', 'testing', '--starts', '2']),
      () => runStep('count', ['npm', 'run', 'tool', 'count']),
    ]),
  ])),
].flat()
const totals = reports.map(readTotals).reduce(addTotals)
const failures = reports.flatMap(listFailures)
rmSync(folder, { recursive: true })

// The end of a long output is what people read first.
for (const failure of failures) console.log(`Failed: ${failure}`)
console.log(failed.length ? `\nNot in order: ${failed.join(', ')}` : '\nAll in order')
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = failed.length || totals.failed ? 1 : 0

/** The short form sends the same requests each time, so that only a change can fail it; the long form sends others. */
function fuzzArguments(): readonly string[] {
  const requests = countRuns({ short: 2_000, long: 20_000 })
  return ['--requests', String(requests), ...(requests > 2_000 ? [] : ['--seed', '8'])]
}

/** The names of the steps that failed. A step that fails does not stop the next. */
async function runLane(steps: readonly (() => Promise<readonly string[]>)[]): Promise<readonly string[]> {
  const failures: string[] = []
  for (const run of steps) failures.push(...(await run()))
  return failures
}

/** The name of the step if it failed. Its output appears when it ends, so that the steps of two lanes do not mix. */
async function runStep(
  name: string,
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  console.log(`\n── ${name} …`)
  const started = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [status] = await once(child, 'close')
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(
    `\n── ${name}\n${Buffer.concat(output).toString()}── ${name} ${status === 0 ? 'ok' : 'failed'} (${seconds} s)\n`,
  )
  return status === 0 ? [] : [name]
}
