import { describe, expect, it, vi } from 'vitest'
import type { Body, Revision } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'

vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('localStorage', { getItem: () => null })
const { listDifferences } = await import('./differences.ts')

const field = (name: string, kind: string, more: object = {}) => ({
  name,
  kind,
  label: name,
  choices: null,
  link: null,
  readOnly: false,
  ...more,
})
const TYPE = {
  fields: [field('title', 'line'), field('content', 'markdown'), field('status', 'state')],
} as unknown as ContentType

describe('C17.3 the differences of a version', () => {
  it('are those that a restore takes back, which the state is not', () => {
    const then = { id: '1', title: 'A', content: 'Same', status: 'DRAFT' } as unknown as Revision
    const now = { id: '1', title: 'B', content: 'Same', status: 'PUBLISHED' }
    expect(listDifferences(TYPE, then, now)).toMatchObject([{ then: 'A', now: 'B' }])
  })

  it('are those of links, parts and lists, too, and of no field that no client sets', () => {
    const type = {
      fields: [
        field('venue', 'one', { link: { attribute: 'venueId' } }),
        field('guides', 'many', { link: { attribute: 'guideIds' } }),
        field('steps', 'list'),
        field('maker', 'owner', { link: { attribute: 'makerId' }, readOnly: true }),
        field('views', 'counter', { readOnly: true }),
      ],
    } as unknown as ContentType
    const then = {
      id: '1',
      venue: { id: 'a', name: 'Inn' },
      venueId: 'a',
      guideIds: ['7'],
      steps: [{ key: 'k', text: 'Cut.' }],
      maker: { id: '7' },
    } as unknown as Revision
    const now = { id: '2', venue: null, venueId: null, guideIds: [], steps: [], maker: { id: '8' }, views: 3 }
    const found = listDifferences(type, then, now as unknown as Body)
    expect(found.map((each) => each.field.name)).toEqual(['venue', 'guides', 'steps'])
    expect(found.map((each) => [each.then, each.now])).toMatchObject([
      ['Inn', ''],
      [expect.stringContaining('7'), '[]'],
      [expect.stringContaining('Cut.'), '[]'],
    ])
  })
})
