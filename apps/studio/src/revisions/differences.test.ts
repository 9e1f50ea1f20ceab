import { describe, expect, it, vi } from 'vitest'
import type { Revision } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'

vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('localStorage', { getItem: () => null })
const { listDifferences } = await import('./differences.ts')

const field = (name: string, kind: string) => ({ name, kind, label: name, choices: null })
const TYPE = {
  fields: [field('title', 'line'), field('content', 'markdown'), field('status', 'state')],
} as unknown as ContentType

describe('C17.3 the differences of a version', () => {
  it('are those that a restore takes back, which the state is not', () => {
    const then = { id: '1', title: 'A', content: 'Same', status: 'DRAFT' } as unknown as Revision
    const now = { id: '1', title: 'B', content: 'Same', status: 'PUBLISHED' }
    expect(listDifferences(TYPE, then, now)).toMatchObject([{ then: 'A', now: 'B' }])
  })
})
