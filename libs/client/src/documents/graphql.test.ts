import { describe, expect, expectTypeOf, it } from 'vitest'
import { graphql, maskFragments, readFragment, type ResultOf, type VariablesOf } from './index.ts'

const author = graphql(`
  fragment Author on User @_unmask {
    username
  }
`)
const card = graphql(
  `
    fragment Card on Article {
      title
      owner {
        ...Author
      }
    }
  `,
  [author],
)
const page = graphql(
  `
    query Page($id: ID!) {
      article(id: $id) {
        ...Card
        owner {
          ...Author
        }
      }
    }
  `,
  [card, author],
)

describe('a document', () => {
  it('is text with each fragment once', () => {
    const text = String(page)
    expect(typeof page).toBe('string')
    expect(text.match(/fragment \w+/g)).toEqual(['fragment Card', 'fragment Author'])
    expect(text.trimStart()).toMatch(/^query Page/)
  })

  it('has no directive of gql.tada, which the service does not know', () => {
    expect(String(page)).not.toContain('_unmask')
  })

  it('has the types of its data and its variables', () => {
    expectTypeOf<VariablesOf<typeof page>>().toEqualTypeOf<{ id: string }>()
    type Data = NonNullable<ResultOf<typeof page>['article']>
    expectTypeOf<Data['owner']>().toEqualTypeOf<{ username: string }>()
    expectTypeOf<Data>().not.toHaveProperty('title')
  })

  it('cannot be written with `persisted`', () => {
    expectTypeOf(graphql).toHaveProperty('persisted').toEqualTypeOf<never>()
  })
})

describe('a fragment', () => {
  it('shows its fields to the component that declares it', () => {
    const data = maskFragments([card], { title: 'On types', owner: { username: 'ada' } })
    expect(readFragment(card, data)).toEqual({ title: 'On types', owner: { username: 'ada' } })
    expectTypeOf(readFragment(card, data).title).toEqualTypeOf<string>()
  })
})

it('`scalar` gives the value, and checks its type', () => {
  expect(graphql.scalar('ArticleStatus', 'DRAFT')).toBe('DRAFT')
  // @ts-expect-error -- no status has this name
  graphql.scalar('ArticleStatus', 'LOST')
})
