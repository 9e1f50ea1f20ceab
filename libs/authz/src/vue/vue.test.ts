import { type Ref, createSSRApp, defineComponent, effectScope, h, nextTick, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, it } from 'vitest'
import { type Subject, attrs, definePolicy, now } from '../index.ts'
import { type Packed, pack, readClock } from '../pack/index.ts'
import { Can, providePermissions, usePermission } from './index.ts'

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
const packUser = (id: number) => JSON.parse(JSON.stringify(pack(policy, { id, roles: ['AUTHOR'] }))) as Packed
const packed = packUser(7)
const mine = { ownerId: 7, title: 'Mine', notes: '' }
const theirs = { ownerId: 8, title: 'Theirs', notes: '' }

/** The text of a component, without the comments that mark fragments. */
const render = async (child: () => unknown, given?: Packed | null) => {
  const Root = defineComponent({
    setup() {
      if (given !== undefined) providePermissions(given)
      return child as () => never
    },
  })
  return (await renderToString(createSSRApp(Root))).replaceAll(/<!--.*?-->/g, '')
}
const can = (props: object, slots: object = { default: () => 'yes', otherwise: () => 'no' }) =>
  h(Can as never, props, slots)

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
    expect(await render(() => can(props), packed)).toBe(shown)
  })

  it('shows nothing without the permission and without the slot "otherwise"', async () => {
    expect(await render(() => can({ permission: 'articles:delete' }, { default: () => 'yes' }), packed)).toBe(
      '',
    )
  })

  it('denies while the permissions load, and outside of a component with permissions', async () => {
    expect(await render(() => can({ permission: 'articles:read' }), null)).toBe('no')
    expect(await render(() => can({ permission: 'articles:read' }))).toBe('no')
  })
})

/** The answers of usePermission, which stay when the component is rendered. */
async function ask(given: Ref<Packed | null>, row: Ref<typeof mine>) {
  const answers: { isAllowed?: Readonly<Ref<boolean>> } = {}
  const Child = defineComponent({
    setup() {
      effectScope(true).run(() => {
        answers.isAllowed = usePermission('articles:write', row)
      })
      return () => ''
    },
  })
  const Root = defineComponent({
    setup() {
      providePermissions(given)
      return () => h(Child)
    },
  })
  await renderToString(createSSRApp(Root))
  return answers.isAllowed
}

describe('usePermission', () => {
  it('follows the row and the permissions', async () => {
    const [given, row] = [ref<Packed | null>(null), ref(mine)]
    const isAllowed = await ask(given, row)
    expect(isAllowed?.value).toBe(false)
    given.value = packed
    await nextTick()
    expect(isAllowed?.value).toBe(true)
    row.value = theirs
    expect(isAllowed?.value).toBe(false)
    given.value = packUser(8)
    expect(isAllowed?.value).toBe(true)
  })
})

describe('providePermissions', () => {
  it('refuses permissions that it does not understand', async () => {
    const later = { ...packed, version: 2 } as never
    await expect(render(() => 'x', later)).rejects.toThrow('version 2')
  })

  it('asks its clock for rules with now()', async () => {
    const shop = definePolicy<Subject>()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs<{ until: Date }>() },
      roles: { USER: { rules: (b) => b.allow('articles:read', (a) => a.until.gt(now())) } },
    })
    const timed = pack(shop, { id: 7, roles: ['USER'] }, { clock: 'reader' })
    const renderAt = (time: string) => {
      const clock = readClock(() => new Date(time))
      const Root = defineComponent({
        setup() {
          providePermissions(timed, { clock })
          return () => can({ permission: 'articles:read', on: { until: new Date('2026-05-01') } })
        },
      })
      return renderToString(createSSRApp(Root))
    }
    expect(await renderAt('2026-04-30')).toContain('yes')
    expect(await renderAt('2026-05-01')).toContain('no')
  })
})
