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
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Reads vitest's JSON report. A file that does not load counts as a failed test, and so does a missing report. */
export function readTotals(path: string): Totals {
  const report = readReport(path)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = report
  return { passed, failed: numFailedTests + unloaded.length, skipped }
}

/** A line for each test that failed, and for each file that does not load: its file, the name of the test, and why. */
export function listFailures(path: string): readonly string[] {
  return (readReport(path)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length
        ? failed.map((test) => `${file}: ${test.fullName}${readReason(test)}`)
        : [`${file} does not load`]
    })
}

/** The first line of the error. A machine that fails a test alone shows nothing else of it. */
function readReason({ failureMessages: [message = ''] = [] }: { failureMessages?: string[] }): string {
  const [line = ''] = message.split('\n')
  return line === '' ? '' : ` (${line.slice(0, 300)})`
}

function readReport(path: string): Report | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
}

/** The totals of two runs together. */
export function addTotals(one: Totals, other: Totals): Totals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
