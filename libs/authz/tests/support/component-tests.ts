import { describe, expect, it } from 'vitest'
import { type Subject, attrs, definePolicy, now } from '../../src/index.ts'
import { type Clock, type Packed, pack, readClock } from '../../src/pack/index.ts'

const policy = definePolicy<Subject & { id: number }>()({
  resources: { articles: ['read', 'write', 'delete'] },
  attributes: { articles: attrs<{ ownerId: number; title: string; notes: string }>() },
  roles: {
    AUTHOR: {
      rules: (b) => {
        b.allow('articles:read', { omit: ['notes'] })
        b.allow('articles:write', (a, s) => a.ownerId.eq(s.id))
      },
    },
  },
})

/** The permissions of an author as a page gets them. */
export const packUser = (id: number) =>
  JSON.parse(JSON.stringify(pack(policy, { id, roles: ['AUTHOR'] }))) as Packed
export const packed = packUser(7)
export const mine = { ownerId: 7, title: 'Mine', notes: '' }
export const theirs = { ownerId: 8, title: 'Theirs', notes: '' }

const timedPolicy = definePolicy<Subject>()({
  resources: { articles: ['read'] },
  attributes: { articles: attrs<{ until: Date }>() },
  roles: { USER: { rules: (b) => b.allow('articles:read', (a) => a.until.gt(now())) } },
})
const timed = pack(timedPolicy, { id: 7, roles: ['USER'] }, { clock: 'reader' })

export interface Mount {
  /** The permissions around the component; null while they load. Without the member, there are none. */
  readonly packed?: Packed | null
  readonly clock?: Clock
  /** Whether the component shows "no" to a user without the permission. It does if the member is absent. */
  readonly hasOtherwise?: boolean
}

/** Shows the component `Can` of a framework, with "yes" for a user with the permission. Returns what the user sees. */
export type ShowCan = (props: object, mount: Mount) => Promise<string>

/** The tests of `Can` that hold in each framework. */
export function testCan(show: ShowCan): void {
  describe('Can', () => {
    it.each([
      [{ permission: 'articles:read' }, 'yes'],
      [{ permission: 'articles:write' }, 'no'],
      [{ permission: 'articles:write', on: mine }, 'yes'],
      [{ permission: 'articles:write', on: theirs }, 'no'],
      [{ permission: 'articles:write', on: null }, 'no'],
      [{ permission: 'articles:read', on: mine, field: 'title' }, 'yes'],
      [{ permission: 'articles:read', on: mine, field: 'notes' }, 'no'],
      [{ permission: 'articles:delete', on: mine }, 'no'],
      [{ permission: 'articles:unknown' }, 'no'],
    ])('%j shows %s', async (props, shown) => {
      expect(await show(props, { packed })).toBe(shown)
    })

    it('shows nothing without the permission and without "otherwise"', async () => {
      expect(await show({ permission: 'articles:delete' }, { packed, hasOtherwise: false })).toBe('')
    })

    it('denies while the permissions load, and outside of a component with permissions', async () => {
      expect(await show({ permission: 'articles:read' }, { packed: null })).toBe('no')
      expect(await show({ permission: 'articles:read' }, {})).toBe('no')
    })

    it('refuses permissions that it does not understand', async () => {
      const later = { ...packed, version: 2 } as never
      await expect(show({ permission: 'articles:read' }, { packed: later })).rejects.toThrow('version 2')
    })

    it('asks the clock for rules with now()', async () => {
      const props = { permission: 'articles:read', on: { until: new Date('2026-05-01') } }
      const showAt = (time: string) => show(props, { packed: timed, clock: readClock(() => new Date(time)) })
      expect([await showAt('2026-04-30'), await showAt('2026-05-01')]).toEqual(['yes', 'no'])
      await expect(show(props, { packed: timed })).rejects.toThrow('needs the time')
    })
  })
}
