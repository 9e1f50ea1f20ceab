import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTotals } from './test-totals.ts'

/** All that has to be green before a change is merged. A failing step does not hide what the later ones find. */

const folder = mkdtempSync(join(tmpdir(), 'check-'))
const report = join(folder, 'tests.json')
const failed = [
  step('format', 'npm', 'run', 'format:check'),
  step('lint', 'npm', 'run', 'lint'),
  step('types', 'npm', 'run', 'typecheck'),
  step('build', 'npm', 'run', 'build'),
  step('test', 'npm', 'test', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`),
  step('packages', 'npm', 'run', 'check:packages'),
  step('release', 'npm', 'run', 'release:dry'),
].flat()
const totals = readTotals(report)
rmSync(folder, { recursive: true })

console.log(failed.length ? `\nNot in order: ${failed.join(', ')}` : '\nAll in order')
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = failed.length || totals.failed ? 1 : 0

/** The name of the step if it failed. */
function step(name: string, file: string, ...args: string[]): string[] {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(file, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log(
    `── ${name} ${status === 0 ? 'ok' : 'failed'} (${Math.round((performance.now() - started) / 1000)} s)`,
  )
  return status === 0 ? [] : [name]
}
