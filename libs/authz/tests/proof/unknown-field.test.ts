import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { compileInMemory, listMessages } from '../support/type-check.ts'

const file = fileURLToPath(new URL('unknown-field.ts', import.meta.url))
const code = `
import { attrs, definePolicy } from '../../src/index.ts'
type Article = { ownerId: number; title: string }
const policy = definePolicy()({
  resources: { articles: ['read'] },
  attributes: { articles: attrs<Article>() },
  roles: { GUEST: {} },
})
const article: Article = { ownerId: 7, title: '' }
policy.can(null, 'articles:read', article, 'titel')
policy.for(null).can('articles:read', article, 'xyz')
policy.can(null, 'articles:read', article, 'title')
policy.can(null, 'articles:read', article, { ...article, ownerId: 8 })
`

it(
  'the compiler names an unknown field of can, with the fields that begin alike',
  { timeout: 60_000 },
  () => {
    const wrong = (given: string, message: string) =>
      `Argument of type '"${given}"' is not assignable to parameter of type '"ownerId" | "title" | ${message} | undefined'.`
    expect(listMessages(compileInMemory(file, code))).toEqual([
      wrong('titel', '"unknown field titel; did you mean title?"'),
      wrong('xyz', '"unknown field xyz"'),
    ])
  },
)
