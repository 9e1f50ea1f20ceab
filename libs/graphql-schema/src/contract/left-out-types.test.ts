import { builtInModel } from '@content-service/domain'
import { findLeftWords, leaveOutTypes, LEGAL_OMISSIONS } from '@content-service/domain/testing'
import { buildSchema, parse, validate, validateSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema, writeContract } from '../service/schema.ts'

describe.each(LEGAL_OMISSIONS)('C15.23 the contract without %j %j %j %j', (...given) => {
  const without = given.filter(Boolean)
  const model = leaveOutTypes(without)
  const contract = writeContract(model)

  it('is a valid schema', () => {
    expect(validateSchema(buildSchema(contract))).toEqual([])
    expect(validateSchema(createSchema({ model }))).toEqual([])
  })

  it('names no type that is left out', () => expect(findLeftWords(contract, without)).toEqual([]))

  it('has the mark of no part', () => expect(contract).not.toContain('@of'))
})

const schema = createSchema({ model: leaveOutTypes(['Article', 'Comment', 'Product', 'Category']) })

describe('C15.23 a model without articles', () => {
  it.each([
    '{ articles { id } }',
    '{ article(id: "1") { id } }',
    '{ users { articles { id } } }',
    '{ users { posts { id } } }',
    '{ searchAll(query: "a") { edges { node { ... on Article { id } } } } }',
    '{ searchAll(query: "a", types: [ARTICLE]) { edges { score } } }',
    '{ users(where: { articles: { some: {} } }) { id } }',
    'mutation { likeArticle(id: "1") { id } }',
    'mutation { bulkAction(type: ARTICLE, ids: [], action: "delete") { __typename } }',
    '{ categories { id } }',
  ])('refuses %s as it refuses any unknown name', (query) =>
    expect(validate(schema, parse(query))).not.toEqual([]),
  )

  it('has no subscription', () => {
    expect(schema.getSubscriptionType()).toBeUndefined()
    expect(validate(schema, parse('subscription { articlePublished { id } }'))).not.toEqual([])
  })

  it('serves what is left', () =>
    expect(
      validate(schema, parse('{ users { username } searchAll(query: "a") { nodes { id } } }')),
    ).toHaveLength(1))
})

it('C15.23 the contract of a model with all types is the whole', () => {
  const contract = writeContract(builtInModel)
  for (const name of ['type Post ', 'interface Commentable ', 'commentCount', 'articlePublished'])
    expect(contract).toContain(name)
})
