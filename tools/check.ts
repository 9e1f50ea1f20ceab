import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countRuns } from './long-tests.ts'
import { addTotals, readTotals } from './test-totals.ts'

/**
 * All that must be in order before a change is merged. A step that fails does not hide what later steps find.
 * `npm run check` takes the short forms of repeated tests, `npm run check:full` the long forms.
 */
const folder = mkdtempSync(join(tmpdir(), 'check-'))
const reports = ['tests.json', 'system-tests.json'].map((name) => join(folder, name))
const [plain = '', system = ''] = reports
/** Proves that the benchmark works: no step judges a speed. Servers that need an installation take part if they are there. */
const BENCH_CONTESTANTS = ['--no-install', '--contestants', 'limit,mercurius,postgraphile,express,ours']
const BENCH_TIMES = ['--rounds', '1', '--seconds', '0.3', '--warm-up', '0']

const failed = [
  step('test', ['npm', 'test'], { TEST_REPORT: plain }),
  step('system tests', ['npm', 'run', 'test:system'], { TEST_REPORT: system }),
  step('older versions of PostgreSQL', ['npm', 'run', 'test:postgres']),
  step('fuzz', ['npx', 'nx', 'fuzz', 'api', ...fuzzArguments()]),
  step('bench', ['npx', 'nx', 'bench', 'api', '--size', 'small', ...BENCH_TIMES, ...BENCH_CONTESTANTS]),
  step('bench of the import', ['npx', 'nx', 'bench', 'import', '--size', 'small', '--embedded']),
  step('bench of the test kit', ['npx', 'nx', 'bench', 'testing', '--starts', '2']),
  step('format', ['npm', 'run', 'format:check']),
  step('lint', ['npm', 'run', 'lint']),
  step('types', ['npm', 'run', 'typecheck']),
  step('packages', ['npm', 'run', 'check:packages']),
  step('release', ['npm', 'run', 'release:dry']),
  step('count', ['npm', 'run', 'count']),
].flat()
const totals = reports.map(readTotals).reduce(addTotals)
rmSync(folder, { recursive: true })

console.log(failed.length ? `\nNot in order: ${failed.join(', ')}` : '\nAll in order')
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = failed.length || totals.failed ? 1 : 0

/** The short form sends the same requests each time, so that only a change can fail it; the long form sends others. */
function fuzzArguments(): readonly string[] {
  const requests = countRuns({ short: 2_000, long: 20_000 })
  return ['--requests', String(requests), ...(requests > 2_000 ? [] : ['--seed', '8'])]
}

/** The name of the step if it failed. */
function step(name: string, [file = '', ...args]: string[], env: Record<string, string> = {}): string[] {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(file, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`── ${name} ${status === 0 ? 'ok' : 'failed'} (${seconds} s)`)
  return status === 0 ? [] : [name]
}
