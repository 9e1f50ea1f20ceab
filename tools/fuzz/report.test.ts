import { describe, expect, it } from 'vitest'
import type { GeneratedRequest } from './requests/generated-request.ts'
import { findingLines, Tally } from './report.ts'

const REQUEST: GeneratedRequest = {
  kind: 'REST',
  variant: 'body',
  method: 'POST',
  path: '/api/users',
  headers: [['content-type', 'application/json']],
  body: 'x'.repeat(400),
}

describe('the report of the fuzzer', () => {
  it('shows the seed, the place, the broken limit, the request, and the command that repeats the request', () => {
    const breaches = [{ limit: 'time', text: '1200 ms of CPU time, and the limit is 1000 ms' }] as const
    expect(findingLines({ seed: 7, place: 81, request: REQUEST, breaches, log: 'a log line' })).toEqual([
      'Finding: seed 7, place 81 (REST: body)',
      '  broken: 1200 ms of CPU time, and the limit is 1000 ms',
      '  POST /api/users',
      '  content-type: application/json',
      `  "${'x'.repeat(300)}… (400 characters)"`,
      '  repeat: npx nx fuzz api --seed 7 --only 81',
    ])
  })

  it('shows the log if the status is wrong', () => {
    const breaches = [{ limit: 'status', text: 'status 500' }] as const
    const lines = findingLines({ seed: 7, place: 81, request: REQUEST, breaches, log: 'a log line' })
    expect(lines).toContain('  log: a log line')
  })

  it('ends with the numbers of requests and the largest figures', () => {
    const tally = new Tally()
    const measured = {
      headers: {},
      body: '',
      failure: null,
      cpuMs: 20,
      memoryBytes: 3 * 1_048_576,
      rows: ['users'],
    }
    tally.add(4, REQUEST, { ...measured, status: 200 })
    tally.add(5, REQUEST, { ...measured, status: 404, cpuMs: 30 })
    tally.add(6, REQUEST, { ...measured, status: 0 })
    tally.addCompared()
    expect(tally.lines(12.3)).toEqual([
      'kind                     all     2xx     3xx     4xx     5xx    none',
      'REST                       3       1       0       1       0       1',
      'largest CPU time: 30 ms (place 5)',
      'largest additional memory: 3 MiB (place 4)',
      'most rows of a request with status 4xx: 1 rows (place 5)',
      'reads by both ways: 1',
      'duration: 12 s',
    ])
  })
})
