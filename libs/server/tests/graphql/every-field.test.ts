import { createSchema } from '@content-service/graphql-schema'
import { getNamedType, isLeafType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast } from '../support/cast.ts'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'
import { wholeSelection } from '../support/specification/whole-selection.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const ROOM = { GRAPHQL_MAX_COST: '100000000', GRAPHQL_MAX_TOKENS: '20000' }

const schema = createSchema()
const listFields = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {})
const queries = listFields(schema.getQueryType())

/** The values of the required arguments of the queries. */
type Arguments = Readonly<Record<string, string>>

const writeCall = ({ name, args }: GraphQLField<unknown, unknown>, given: Arguments): string => {
  const values = args.flatMap((arg) => {
    const value = given[`${name}.${arg.name}`]
    return value === undefined ? [] : [`${arg.name}: ${value}`]
  })
  return values.length > 0 ? `${name}(${values.join(', ')})` : name
}

/** Each object type of the answer, with the fields that the answer contains. */
const seenIn = (value: unknown, seen = new Map<string, Set<string>>()): Map<string, Set<string>> => {
  if (Array.isArray(value)) for (const each of value) seenIn(each, seen)
  else if (typeof value === 'object' && value !== null) {
    const { __typename: type, ...fields } = value as { readonly __typename?: string }
    if (type !== undefined) seen.set(type, new Set([...(seen.get(type) ?? []), ...Object.keys(fields)]))
    for (const each of Object.values(fields)) seenIn(each, seen)
  }
  return seen
}

describe.each(SAMPLED_DATABASES)('2.4 every field of every type has a value, on %s', (kind) => {
  let service: TestService
  let given: Arguments
  let admin: string | null

  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET, ...ROOM })
    const cast = aCast(service, SECRET)
    const [ada, rob] = [await cast.person('ADMIN'), await cast.person('READER')]
    admin = ada.as
    const article = await cast.article(ada)
    await cast.comment(article, rob)
    const run = async (query: string, variables: object = {}, as = admin) => {
      const { body } = await service.graphql(query, variables, as)
      if (body.errors) throw new Error(JSON.stringify(body.errors))
      return body.data
    }
    await run(`mutation { updateArticle(input: { id: "${article}", title: "Kept before" }) { id } }`)
    await run(`mutation { saveArticleDraft(id: "${article}", input: { title: "Planned" }) { id } }`)
    await run(
      `mutation { followUser(id: "${ada.id}") { id } likeArticle(id: "${article}") { id } }`,
      {},
      rob.as,
    )
    await run('mutation { createApiKey(input: { name: "k", scopes: ["articles:read"] }) { key } }')
    await run('mutation { createOAuthClient(input: { name: "c", grants: [CLIENT_CREDENTIALS] }) { id } }')
    const { createWebhook } = await run(
      'mutation { createWebhook(input: { url: "https://a.example", events: ["user.deleted"] }) { webhook { id } } }',
    )
    await run(`mutation { testWebhook(id: "${createWebhook.webhook.id}") { id } }`)
    const { createCategory } = await run('mutation { createCategory(input: { name: "Tools" }) { id } }')
    const { createProduct } = await run(
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      { input: { title: 'Hammer', price: 9.5, stock: 3, categoryId: createCategory.id } },
    )
    const id = (text: string) => JSON.stringify(text)
    given = {
      'user.id': id(ada.id),
      'article.id': id(article),
      'product.id': id(createProduct.id),
      'category.id': id(createCategory.id),
      'categoryBy.where': '{ name: "tools" }',
      'articleBy.where': '{ slug: "hello" }',
      'search.query': id('hammer'),
      'webhookDeliveries.id': id(createWebhook.webhook.id),
      'searchAll.query': id('cast or hammer or kept or said'),
      'searchUsers.keyword': id('cast'),
      'explainAccess.permission': id('articles:read'),
      'userSessions.userId': id(ada.id),
    }
  }, 30_000)
  afterAll(() => service.stop())

  const askField = async (field: GraphQLField<unknown, unknown>) => {
    const type = getNamedType(field.type)
    const selection = isLeafType(type) ? '' : wholeSelection(schema, type, 3)
    const { body } = await service.graphql(`{ ${writeCall(field, given)} ${selection} }`, {}, admin)
    return body
  }

  it.each(queries.map((field) => [field.name, field] as const))('%s', async (_, field) => {
    const body = await askField(field)
    expect(body.errors).toBeUndefined()
    expect(body.data).not.toBeNull()
  })

  it('the queries return all fields of each type', async () => {
    const answers = await Promise.all(queries.map(askField))
    const seen = seenIn(answers.map(({ data }) => data))
    // Only mutations, or clients that act for a user, return these fields.
    const elsewhere = [
      'DataExport',
      'Success',
      'Error',
      'Session',
      'SecondFactorSecret',
      'Mutation',
      'Query',
      'Subscription',
      // The service has no handlers of its own: handler-dead-letters.test.ts reads the fields.
      'HandlerDeadLetter',
      'HandlerDeadLetterEdge',
    ]
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || /^__|^Created/.test(type.name) || elsewhere.includes(type.name)) continue
      expect([type.name, [...(seen.get(type.name) ?? [])].toSorted()]).toEqual([
        type.name,
        listFields(type)
          .map(({ name }) => name)
          .toSorted(),
      ])
    }
  })
})
