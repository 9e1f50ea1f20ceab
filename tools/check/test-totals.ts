import { existsSync, readFileSync } from 'node:fs'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Reads vitest's JSON report. A file that does not load counts as a failed test, and so does a missing report. */
export function readTotals(path: string): Totals {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = report
  return { passed, failed: numFailedTests + unloaded.length, skipped }
}

/** The totals of two runs together. */
export function addTotals(one: Totals, other: Totals): Totals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
