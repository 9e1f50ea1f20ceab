import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { describe, expect, it, vi } from 'vitest'
import { createSchema } from '../service/schema.ts'
import { DEFAULT_LIMITS } from './limits/guards.ts'
import { createRequestPreparer } from './prepared-request.ts'

const schema = createSchema()
const CREATE_USERS = 'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id } }'

const told = (query: string, variables: Record<string, unknown> = {}) => {
  const prepared = createRequestPreparer(schema, DEFAULT_LIMITS)({ query, variables })
  if ('document' in prepared) throw new Error('nothing is wrong')
  return prepared.map(({ message, extensions }) => ({ message, code: extensions['code'] }))
}

/** An invalid object that counts how often graphql-js prints it: once for each problem. */
const counted = (members: object = {}) => {
  const toJSON = vi.fn(() => 'printed')
  return { printed: toJSON, value: { ...members, toJSON } }
}

const manyMembers = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`userName${place}`, 1]))

describe('C12.19 the check of variables stops at the limit of errors', () => {
  it('in a list', () => {
    const { value, printed } = counted()
    expect(told(CREATE_USERS, { users: Array(150).fill(value) })).toHaveLength(10)
    expect(printed.mock.calls.length).toBeLessThanOrEqual(11)
  })

  it('in the unknown members of an object, so that few of them get a suggestion', () => {
    const { value, printed } = counted(manyMembers(90))
    expect(told(CREATE_USERS, { users: [value] })).toHaveLength(10)
    expect(printed.mock.calls.length).toBeLessThanOrEqual(11)
  })

  it('in several variables', () => {
    const { value, printed } = counted()
    const names = Array.from({ length: 20 }, (_, place) => `v${place}`)
    const variables = names.map((name) => `$${name}: PaginationInput`).join(' ')
    const fields = names.map((name) => `${name}: articles(pagination: $${name}) { id }`).join(' ')
    const given = Object.fromEntries(names.map((name) => [name, value]))
    expect(told(`query (${variables}) { ${fields} }`, given)).toHaveLength(10)
    expect(printed.mock.calls.length).toBeLessThanOrEqual(11)
  })
})

describe('C12.5 the size of a value is checked before its members', () => {
  it('a list of 201 items', () => {
    const { value, printed } = counted()
    expect(told(CREATE_USERS, { users: Array(201).fill(value) })).toEqual([
      { message: 'The variable $users is not valid: must have at most 200 items.', code: 'BAD_USER_INPUT' },
    ])
    expect(printed).not.toHaveBeenCalled()
  })

  it.each([
    ['body', 100],
    ['steps', 300],
    ['tags', 20],
  ])('a list of 10,000 items, with the maximum of its field: %s', (name, most) => {
    const about = 'Parts.'
    const Page = record({
      name: 'Page',
      plural: 'pages',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields: {
        body: field.blocks({ quote: { text: field.text(500, { about }) } }, { about }),
        steps: field.list(field.line(9, { about }), { about, most: 300 }),
        tags: field.tags({ about }),
      },
    })
    const pages = createSchema({ model: contentModel([...builtInModel.types, Page]) })
    const prepare = createRequestPreparer(pages, DEFAULT_LIMITS)
    const ask = (kind: string, count: number) => {
      const id = kind === 'update' ? { id: '7' } : {}
      const query = `mutation ($input: ${kind === 'update' ? 'Update' : 'Create'}PageInput!) { ${kind}Page(input: $input) { id } }`
      const item = name === 'body' ? { quote: { text: 'a' } } : 'a'
      const prepared = prepare({ query, variables: { input: { ...id, [name]: Array(count).fill(item) } } })
      return 'document' in prepared ? [] : prepared.map(({ message }) => message)
    }
    for (const kind of ['create', 'update']) {
      expect(ask(kind, 10_000)).toEqual([
        `The variable $input.${name} is not valid: must have at most ${most} items.`,
      ])
      expect(ask(kind, most)).toEqual([])
    }
  })

  it('an object with 30,000 unknown members', () => {
    const { value, printed } = counted(manyMembers(30_000))
    expect(told(CREATE_USERS, { users: [value] })).toEqual([
      { message: expect.stringContaining('too many fields'), code: 'BAD_USER_INPUT' },
    ])
    expect(printed).not.toHaveBeenCalled()
  })
})

describe('C5.8 the validation of a document stops at the limit of errors', () => {
  const unknown = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, place) => `user${place}x`).join(' ')} }`

  it('200 unknown fields get at most 11 suggestions', () => {
    // graphql-js converts a name to lower case once for each suggestion.
    const lower = vi.spyOn(String.prototype, 'toLowerCase')
    expect(told(unknown(200))).toHaveLength(10)
    const names = lower.mock.contexts.map(String).filter((text) => /^user\d/.test(text))
    lower.mockRestore()
    expect(names.length).toBeGreaterThan(0)
    expect(names.length).toBeLessThanOrEqual(11)
  })

  it('500 unknown directives', () => {
    const errors = told(`{ __typename ${'@aa '.repeat(500)} }`)
    expect(errors).toHaveLength(10)
    expect(errors.at(-1)?.message).toMatch(/^There are more errors/)
  })
})

describe('C5.8 a document that is too long or repetitive is refused with advice', () => {
  it.each([
    [
      '201 lists in each other',
      `{ article(id: ${'['.repeat(201)}${']'.repeat(201)}) { id } }`,
      /at most 200 levels\. Use variables/,
    ],
    [
      '2,500 lists in each other',
      `{ article(id: ${'['.repeat(2_500)}${']'.repeat(2_500)}) { id } }`,
      /at most 200 levels/,
    ],
    [
      'a type of 500 lists',
      `query ($v: ${'['.repeat(500)}Int${']'.repeat(500)}) { __typename }`,
      /at most 200 levels/,
    ],
    ['600 inline fragments', `${'{ ... '.repeat(600)}{ id }${' }'.repeat(600)}`, /at most 200 levels/],
    ['2,001 tokens', `{ ${'a '.repeat(2_000)} }`, /at most 2000 tokens\. Use variables/],
    [
      '1,990 times the same field',
      `{ ${'__typename '.repeat(1_990)} }`,
      /repeats too many fields.*Select each field once/,
    ],
  ])('%s', (_, query, message) => {
    expect(told(query)).toEqual([{ message: expect.stringMatching(message), code: 'QUERY_TOO_COMPLEX' }])
  })
})
