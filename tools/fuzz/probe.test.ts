import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killAndWait } from '../programs/process-tree.ts'
import { startProgram, type RunningProgram } from '../../libs/server/tests/support/processes/processes.ts'
import type { GeneratedRequest } from './requests/generated-request.ts'
import { LIMITS } from './limits.ts'
import { probe, type Target } from './probe.ts'
import { collectGarbage, GARBAGE_OPTIONS } from './process-usage.ts'

const WASTEFUL_SERVER = new URL('./wasteful-server.ts', import.meta.url).href

const get = (path: string): GeneratedRequest => ({
  kind: 'k',
  variant: 'v',
  method: 'GET',
  path,
  headers: [],
  body: undefined,
})

describe('the limits of the fuzzer, on a program that breaks each of them', () => {
  let program: RunningProgram
  let target: Target
  let rows: readonly string[] = []
  beforeAll(async () => {
    program = startProgram(WASTEFUL_SERVER, [], { NODE_OPTIONS: GARBAGE_OPTIONS })
    const [url] = await program.said(/http\S+/)
    const pid = program.process.pid as number
    const limits = { ...LIMITS, cpuMs: 150 }
    target = {
      url,
      pid,
      limits,
      lastWords: null,
      collectGarbage: () => collectGarbage(program),
      takeWrittenRows: async () => rows,
    }
  })
  afterAll(() => killAndWait(program.process.pid as number))

  const brokenBy = async (path: string) => (await probe(target, get(path))).breaches.map(({ limit }) => limit)

  it.each([
    ['/', []],
    ['/busy', ['time']],
    ['/once-busy', []],
    ['/large', ['memory']],
    ['/fails', ['status']],
    ['/unavailable', []],
  ])('%s breaks %j', async (path, broken) => {
    expect(await brokenBy(path)).toEqual(broken)
  })

  it('C12.6 four rows are too many for a refused request, and allowed for others', async () => {
    rows = ['audit_entries', 'audit_entries', 'audit_entries', 'users']
    expect([await brokenBy('/refuses'), await brokenBy('/')]).toEqual([['rows'], []])
    rows = rows.slice(1)
    expect(await brokenBy('/refuses')).toEqual([])
  })
})
