import { type ReactNode, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Subject, attrs, definePolicy, now } from '../index.ts'
import { type Packed, pack, readClock } from '../pack/index.ts'
import { Can, PermissionProvider, usePermission } from './index.ts'

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
const packed = JSON.parse(JSON.stringify(pack(policy, { id: 7, roles: ['AUTHOR'] }))) as Packed
const mine = { ownerId: 7, title: 'Mine', notes: '' }
const theirs = { ownerId: 8, title: 'Theirs', notes: '' }

const render = (child: ReactNode, given: Packed | null = packed) =>
  renderToStaticMarkup(createElement(PermissionProvider, { packed: given }, child))
const can = (props: object, children?: ReactNode | ((isAllowed: boolean) => ReactNode)) =>
  createElement(Can, { otherwise: 'no', children: children ?? 'yes', ...props } as never)

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
  ])('%j shows %s', (props, shown) => expect(render(can(props))).toBe(shown))

  it('passes the answer to a function', () => {
    const child = (isAllowed: boolean) => (isAllowed ? 'write' : 'only read')
    expect(render(can({ permission: 'articles:write', on: theirs }, child))).toBe('only read')
  })

  it('shows nothing without the permission and without "otherwise"', () => {
    expect(render(can({ permission: 'articles:delete', otherwise: undefined }))).toBe('')
  })

  it('denies while the permissions load, and outside a provider', () => {
    expect(render(can({ permission: 'articles:read' }), null)).toBe('no')
    expect(renderToStaticMarkup(can({ permission: 'articles:read' }))).toBe('no')
  })
})

describe('usePermission', () => {
  const Save = ({ article }: { readonly article: typeof mine }) =>
    createElement('button', { disabled: !usePermission('articles:write', article) }, article.title)

  it('answers inside a component', () => {
    expect(render(createElement(Save, { article: mine }))).toBe('<button>Mine</button>')
    expect(render(createElement(Save, { article: theirs }))).toBe('<button disabled="">Theirs</button>')
  })
})

describe('PermissionProvider', () => {
  it('refuses permissions that it does not understand', () => {
    expect(() => render('x', { ...packed, version: 2 } as never)).toThrow('version 2')
  })
})

it('asks the clock of the provider for rules with now()', () => {
  const shop = definePolicy<Subject>()({
    resources: { articles: ['read'] },
    attributes: { articles: attrs<{ until: Date }>() },
    roles: { USER: { rules: (b) => b.allow('articles:read', (a) => a.until.gt(now())) } },
  })
  const timed = pack(shop, { id: 7, roles: ['USER'] }, { clock: 'reader' })
  const renderAt = (time: string) => {
    const clock = readClock(() => new Date(time))
    const child = can({ permission: 'articles:read', on: { until: new Date('2026-05-01') } })
    return renderToStaticMarkup(createElement(PermissionProvider, { packed: timed, clock }, child))
  }
  expect([renderAt('2026-04-30'), renderAt('2026-05-01')]).toEqual(['yes', 'no'])
  expect(() => render(can({ permission: 'articles:read' }), timed)).toThrow('needs the time')
})
