import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listSystemTests } from './system-tests.ts'
import { readTotals, type Totals } from './test-totals.ts'

/**
 * `npm test` runs each test that Node alone can run, and names the files that it leaves out. `npm run test:system` runs
 * those files, and `npm run test:rules` and its like run one tier of test-tiers.ts. All hand further arguments to vitest:
 * `npm test -- libs/domain`. TEST_REPORT names a file for vitest's JSON report.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
/** Caches of Node, nx, jiti (the loader of Prisma) and Chromium, which are no leftovers of a test. */
const CACHES = /^(\.nx|jiti|node-compile-cache|\.org\.chromium\..*|report\.json)$/

const [, , first = '', ...rest] = process.argv
const system = first === '--system'
const [, tier = ''] = /^--tier=(.+)$/.exec(first) ?? []
const wanted = system || tier ? rest : process.argv.slice(2)
const filters = wanted.filter((argument) => !argument.startsWith('-'))

const temporary = mkdtempSync(join(tmpdir(), 'tests-'))
// If root starts the tests, PostgreSQL runs under another account, which must reach its folder in this folder.
chmodSync(temporary, 0o711)
process.on('SIGINT', () => {}) // vitest gets the signal too, and ends first

const report = process.env['TEST_REPORT'] ?? join(temporary, 'report.json')
const exitCode = await runVitest(report)
const totals = readTotals(report)
const leftovers = readdirSync(temporary).filter((name) => !CACHES.test(name))
rmSync(temporary, { recursive: true, force: true })

const problems = [
  // An error outside of every test fails no test.
  ...(exitCode !== 0 && totals.failed === 0 ? [`vitest ended with ${exitCode}: read the errors above.`] : []),
  ...(leftovers.length ? [`The tests left these in the temporary folder: ${leftovers.join(', ')}`] : []),
]
for (const problem of problems) console.error(`\n${problem}`)
console.log(`\n${describeTotals(totals, system || tier ? 0 : printLeftOut())}`)
process.exitCode = totals.failed || problems.length ? 1 : 0

/** One worker more than processors, because many tests wait for other processes. */
async function runVitest(report: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = spawn(
    process.execPath,
    [VITEST, 'run', `--maxWorkers=${availableParallelism() + 1}`, ...reporters, ...wanted],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        TMPDIR: temporary,
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile'),
        SYSTEM_TESTS: String(system),
        TEST_TIER: tier,
      },
    },
  )
  const [code] = await once(vitest, 'exit')
  return code ?? 1
}

/** The number of tests that did not run. */
function printLeftOut(): number {
  const left = listSystemTests(filters)
  if (left.length === 0) return 0
  console.log('\nThese files need other programs. `npm run test:system` runs them:')
  for (const { file, programs } of left) console.log(`  ${file}  needs ${programs.join(' and ')}`)
  return left.reduce((sum, { tests }) => sum + tests, 0)
}

function describeTotals({ passed, failed, skipped }: Totals, leftOut: number): string {
  return `${passed} passed, ${failed} failed, ${skipped + leftOut} skipped`
}
