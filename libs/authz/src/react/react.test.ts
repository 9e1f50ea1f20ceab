import { type ReactNode, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { mine, packed, testCan, theirs } from '../../tests/support/component-tests.ts'
import { Can, PermissionProvider, usePermission } from './index.ts'

const createCan = (props: object) => createElement(Can, { children: 'yes', ...props } as never)
const render = (child: ReactNode) =>
  renderToStaticMarkup(createElement(PermissionProvider, { packed }, child))

// The function is asynchronous because the one of Vue is.
testCan(async (props, { packed: given, clock, hasOtherwise = true }) => {
  const can = createCan({ ...props, ...(hasOtherwise && { otherwise: 'no' }) })
  const isInside = given !== undefined
  return renderToStaticMarkup(
    isInside ? createElement(PermissionProvider, { packed: given, ...(clock && { clock }) }, can) : can,
  )
})

it('Can passes the answer to a function', () => {
  const children = (isAllowed: boolean) => (isAllowed ? 'write' : 'only read')
  const show = (on: object) => render(createCan({ permission: 'articles:write', on, children }))
  expect([show(mine), show(theirs)]).toEqual(['write', 'only read'])
})

it('usePermission answers inside a component', () => {
  const Save = ({ article }: { readonly article: typeof mine }) =>
    createElement('button', { disabled: !usePermission('articles:write', article) }, article.title)
  expect(render(createElement(Save, { article: mine }))).toBe('<button>Mine</button>')
  expect(render(createElement(Save, { article: theirs }))).toBe('<button disabled="">Theirs</button>')
})
