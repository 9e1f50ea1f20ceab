import { builtInModel, contentModel, field, record, User } from '@content-service/domain'
import { startService, type TestService } from '@content-service/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toInput, type ModelType } from './to-input.ts'

const about = 'A test.'
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(120, { about }),
    price: field.decimal(8, 2, { about, optional: true }),
    course: field.choice(['STARTER', 'MAIN'], { about, initial: 'MAIN' }),
    cook: field.owner({ about, inverse: 'recipes' }),
    taster: field.one(User, { about, optional: true }),
    helpers: field.many(User, { about }),
    facts: field.group(
      {
        calories: field.integer(0, 10_000, { about }),
        source: field.group({ user: field.one(User, { about, optional: true }) }, { about, optional: true }),
      },
      { about, optional: true },
    ),
    labels: field.list(field.line(20, { about }), { about }),
    steps: field.list(field.group({ text: field.text(500, { about }) }, { about }), { about }),
    body: field.blocks(
      {
        quote: { text: field.text(500, { about }), by: field.one(User, { about, optional: true }) },
        longQuote: { lines: field.list(field.line(80, { about }), { about }) },
      },
      { about },
    ),
  },
})
const FIELDS = `id version title price course cook { id } taster { id } helpers { id }
  facts { calories source { user { id } } } labels steps { key text }
  body { __typename ... on RecipeBodyQuote { key text by { id } } ... on RecipeBodyLongQuote { key lines } }`

describe('C16.1 an output of GraphQL as an input', () => {
  let service: TestService<void>
  let type: ModelType
  beforeAll(async () => {
    service = await startService({ content: { model: contentModel([...builtInModel.types, Recipe]) } })
    const response = await fetch(`${service.url}/api/model`)
    const { types } = (await response.json()) as { readonly types: readonly ModelType[] }
    type = types.find(({ name }) => name === 'Recipe') as ModelType
  })
  afterAll(() => service.stop())

  const ask = async (query: string, variables: object) => {
    const token = await service.as('EDITOR').token()
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as {
      readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
      readonly errors?: unknown
    }
    expect(errors).toBeUndefined()
    return Object.values(data)[0] ?? {}
  }

  it('changes nothing when it is sent back, and creates the same again', async () => {
    const { id: user } = await ask('{ currentUser { id } }', {})
    const input = {
      title: 'Soup',
      price: '12.50',
      tasterId: user,
      helperIds: [user],
      facts: { calories: 5, source: { userId: user } },
      labels: ['hot'],
      steps: [{ key: 'a', text: 'Boil.' }],
      body: [
        { quote: { key: 'q', text: 'Good.', byId: user } },
        { longQuote: { key: 'l', lines: ['One', 'Two'] } },
      ],
    }
    const create = `mutation ($input: CreateRecipeInput!) { createRecipe(input: $input) { ${FIELDS} } }`
    const { id, version, ...created } = await ask(create, { input })
    expect(toInput(type, { id, version, ...created })).toEqual({ ...input, course: 'MAIN' })
    const update = `mutation ($input: UpdateRecipeInput!) { updateRecipe(input: $input) { ${FIELDS} } }`
    expect(await ask(update, { input: { ...toInput(type, created), id, version } })).toEqual({
      id,
      version,
      ...created,
    })
    const again = await ask(create, { input: toInput(type, created) })
    expect({ ...again, id, version }).toEqual({ id, version, ...created })
  })

  it('leaves out what is not there, and keeps null', () => {
    expect(toInput(type, { title: 'Soup' })).toEqual({ title: 'Soup' })
    expect(toInput(type, { taster: null, facts: null, body: [], other: 5 })).toEqual({
      tasterId: null,
      facts: null,
      body: [],
    })
  })

  it('says which selection is missing', () => {
    expect(() => toInput(type, { body: [{ text: 'Good.' }] })).toThrow(
      'A block of body has the type undefined. Select __typename of each block.',
    )
  })
})
