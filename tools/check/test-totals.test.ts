import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listFailures, readTotals } from './test-totals.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')

function runFiles<T>(read: (report: string) => T, ...files: string[]): T {
  const folder = mkdtempSync(join(tmpdir(), 'totals-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(modules, join(folder, 'node_modules'))
  files.forEach((text, index) =>
    writeFileSync(join(folder, `${index}.test.js`), `import { test } from 'vitest'\n${text}`),
  )
  const report = join(folder, 'report.json')
  const vitest = [join(modules, 'vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile.json=${report}`]
  spawnSync(process.execPath, vitest, { cwd: folder })
  return read(report)
}

test('counts tests, not files', () => {
  const two = `test('a', () => {}); test('b', () => {}); test.skip('z', () => {})`
  const mixed = `test('c', () => {}); test('d', () => { throw new Error('no') })`
  expect(runFiles(readTotals, two, mixed)).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

test('a file that does not load counts as a failure', () => {
  expect(runFiles(readTotals, `test('a', () => {})`, `import './gone.js'`)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

test('a run without a report counts as a failure', () => {
  expect(readTotals(join(tmpdir(), 'there-is-no-such-report.json'))).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  })
})

test('names each test that failed, and each file that does not load', () => {
  const failures = runFiles(listFailures, `test('a', () => { throw new Error('no') })`, `import './gone.js'`)
  expect(failures.map((failure) => failure.replace(/^.*\//, '')).sort()).toEqual([
    '0.test.js: a (Error: no)',
    '1.test.js does not load',
  ])
})
