import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema } from './service/schema.ts'
import { aWorld } from './testing/world.ts'

/** Scalars without long texts. long-ids.test.ts checks ids. */
const SHORT: readonly string[] = ['ID', 'Int', 'Float', 'Boolean']
/** "at most 20", "1 to 300 characters", "1 to 500,000 characters". */
const MAXIMUM = /at most \d|\d to \d/i

type Input = readonly [string, GraphQLArgument | GraphQLInputField]

const inputs = (): readonly Input[] =>
  Object.values(createSchema().getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type): readonly Input[] => {
      if (isInputObjectType(type))
        return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const)
      if (!isObjectType(type) && !isInterfaceType(type)) return []
      return Object.values(type.getFields()).flatMap(({ name, args }) =>
        args.map((argument) => [`${type.name}.${name}(${argument.name}:)`, argument] as const),
      )
    })

const isText = (type: GraphQLInputType): boolean => {
  const named = getNamedType(type)
  return isScalarType(named) && !SHORT.includes(named.name)
}
const isList = (type: GraphQLInputType): boolean => isListType(getNullableType(type))

const hasMaximum = ({ description, type }: Input[1]): boolean =>
  MAXIMUM.test(description ?? '') || (!isList(type) && MAXIMUM.test(getNamedType(type).description ?? ''))

describe('C12.5 every string and list that a client may send has a maximum', () => {
  it('in its description, or in the description of its scalar', () => {
    const large = inputs().filter(([, { type }]) => isText(type) || isList(type))
    expect(large.length).toBeGreaterThan(50)
    expect(large.filter(([, input]) => !hasMaximum(input)).map(([name]) => name)).toEqual([])
  })

  const LONG = 'x'.repeat(20_000)
  const webhook = (events: string) =>
    `createWebhook(input: { url: "https://a.example", events: ${events} }) { __typename }`
  const client = (lists: string) =>
    `createOAuthClient(input: { name: "a", grants: [PASSWORD], ${lists} }) { __typename }`
  const many = (item: string) => `[${Array(101).fill(item).join(' ')}]`

  it.each<[string, string]>([
    ['a locale', `updateSettings(input: { locale: "${'a'.repeat(36)}" }) { locale }`],
    ['a time zone', `updateSettings(input: { timezone: "${LONG}" }) { timezone }`],
    ['a text of a profile', `updateUser(input: { id: "2", profile: { location: "${LONG}" } }) { id }`],
    ['permissions', `updateUser(input: { id: "2", permissions: ${many('"articles:read"')} }) { id }`],
    [
      'the name of a key',
      `createApiKey(input: { name: "${LONG}", scopes: ["articles:read"] }) { __typename }`,
    ],
    [
      'the scopes of a key',
      `createApiKey(input: { name: "a", scopes: ${many('"articles:read"')} }) { __typename }`,
    ],
    ['the events of a webhook', webhook(many('"article.published"'))],
    ['the scopes of a client', client(`scopes: ${many('"articles:read"')}`)],
    ['the addresses of a client', client(`redirectUris: ${many('"https://a.example"')}`)],
    ['the code of a mail', `resetPassword(token: "${LONG}", password: "maroon kettle drifts north")`],
    ['a password', `changePassword(current: "a", next: "${LONG}")`],
    ['a category', `createCategory(input: { name: "${LONG}" }) { id }`],
    [
      'a product',
      `createProduct(input: { title: "a", description: "${LONG}", price: 1, stock: 1, categoryId: "1" }) { id }`,
    ],
  ])('and refuses %s beyond it', async (_, field) => {
    const world = aWorld()
    const { errors } = await world.run(`mutation { ${field} }`, await world.user('ada', 'ADMIN'))
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(JSON.stringify(errors).length).toBeLessThan(2_000)
  })

  it.each<[string, string]>([
    ['a cursor', `usersConnection(after: "${LONG}") { edges { cursor } }`],
    ['a query', `search(query: "${LONG}") { __typename }`],
    ['a keyword', `searchUsers(keyword: "${LONG}") { id }`],
    ['a tag', `articles(tag: "${LONG}") { id }`],
    ['a list of types', `searchAll(query: "a", types: ${many('USER')}) { edges { cursor } }`],
    ['a field to sort by', `articles(pagination: { sortBy: "${LONG}" }) { id }`],
  ])('and refuses %s beyond it in a query', async (_, field) => {
    const { errors } = await aWorld().run(`{ ${field} }`)
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(JSON.stringify(errors).length).toBeLessThan(2_000)
  })
})
