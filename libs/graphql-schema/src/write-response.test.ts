import { restrict } from '@content-service/authz/restrict'
import { Article, contentPolicy, type Context, type User } from '@content-service/domain'
import {
  aComment,
  aContext,
  anArticle,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
} from '@content-service/domain/testing'
import { getNamedType, graphql, isLeafType } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { createOperations, type RunnableOperation } from './execution/operations.ts'
import { executeIdempotent } from './http/idempotent.ts'
import { DEFAULT_LIMITS } from './requests/limits/guards.ts'
import { createRequestPreparer, type PreparedRequest } from './requests/prepared-request.ts'
import { createSchema } from './service/schema.ts'

const schema = createSchema()
const later = '2030-01-01T00:00:00.000Z'
const uuid = '00000000-0000-7000-8000-0000000f0000'

const aWorld = async () => {
  const tables = new MemoryTables()
  const stores = memoryStores(tables)
  const context = aContext({ stores, policy: contentPolicy })
  const admin = await stores.users.add(aUser('amy', 'ADMIN'), null)
  const reader = await stores.users.add(aUser('rob'), null)
  const published = await stores.records(Article).add(anArticle(stores, reader.id))
  const draft = await stores.records(Article).add(anArticle(stores, reader.id, { status: 'DRAFT' }))
  const comment = aComment(stores, published, admin.id)
  await stores.comments.add(comment, () => undefined)
  const ids = {
    admin: admin.id,
    reader: reader.id,
    published: published.id,
    draft: draft.id,
    comment: comment.id,
  }
  return { tables, context, admin, reader, ids }
}

let world: Awaited<ReturnType<typeof aWorld>>
beforeEach(async () => {
  world = await aWorld()
})

type Scopes = readonly string[]

const withScopes = (user: User, scopes: Scopes): Context => ({
  ...world.context,
  caller: restrict(contentPolicy, callerOf(user), scopes),
})

const run = (source: string, contextValue: Context) => graphql({ schema, source, contextValue })

/** All permissions except those to read. */
const WRITES = contentPolicy.permissions.filter((permission) => !permission.endsWith(':read'))

interface Case {
  /** The arguments, by the ids of the world. */
  readonly args: (ids: (typeof world)['ids'] & { readonly made: string }) => string
  /** A selection that the scopes do not allow. */
  readonly hidden: string
  readonly shown?: string
  readonly scopes?: Scopes
  /** A mutation that makes the record, whose id is `made`. */
  readonly before?: string
}

const WEBHOOK = 'createWebhook(input: {url: "https://example.org", events: ["article.published"]})'
const HANDLE = '{ __typename id version }'
const onWebhook: Pick<Case, 'hidden' | 'shown'> = {
  hidden: '{ webhook { url } }',
  shown: '{ secret webhook { id version } }',
}
const describeArticleCase = (args: Case['args']): Case => ({
  args,
  scopes: [...WRITES, 'articles:read'],
  hidden: '{ id owner { age } }',
  shown: '{ id title owner { username email } }',
})
const describeOwnPartCase = (hidden: string): Case => ({
  args: () => '(input: {})',
  hidden,
  shown: '{ __typename }',
})

const NAMES = 'username: "new", email: "new@example.org", password: "maroon kettle drifts"'

/** Every mutation that shows a record, with a selection that its caller may not read. */
const CASES: Readonly<Record<string, Case>> = {
  createUser: { args: () => `(input: {${NAMES}})`, hidden: '{ ...F }' },
  bulkCreateUsers: { args: () => `(users: [{${NAMES}}])`, hidden: '{ ... on User { username } }' },
  updateUser: { args: ({ admin }) => `(input: {id: ${admin}})`, hidden: '{ id age }' },
  inviteUser: { args: () => '(email: "new@example.org")', hidden: '{ email }' },
  updateSettings: describeOwnPartCase('{ locale }'),
  updatePreferences: describeOwnPartCase('{ newsletter }'),
  followUser: { args: ({ reader }) => `(id: ${reader})`, hidden: '{ username settings { locale } }' },
  unfollowUser: { args: ({ reader }) => `(id: ${reader})`, hidden: '{ permissions }' },
  createArticle: {
    args: ({ admin }) => `(input: {title: "T", content: "C", authorId: ${admin}})`,
    hidden: '{ id title }',
  },
  updateArticle: describeArticleCase(({ draft }) => `(input: {id: "${draft}", title: "Other"})`),
  likeArticle: describeArticleCase(({ published }) => `(id: "${published}")`),
  unlikeArticle: describeArticleCase(({ published }) => `(id: "${published}")`),
  scheduleArticle: describeArticleCase(({ draft }) => `(id: "${draft}", publishAt: "${later}")`),
  unscheduleArticle: describeArticleCase(({ draft }) => `(id: "${draft}")`),
  restoreRevision: describeArticleCase(({ made }) => `(id: "${made}")`),
  saveArticleDraft: describeArticleCase(({ draft }) => `(id: "${draft}", input: {title: "Other"})`),
  applyArticleDraft: {
    ...describeArticleCase(({ draft }) => `(id: "${draft}")`),
    before: 'saveArticleDraft',
  },
  discardArticleDraft: {
    ...describeArticleCase(({ draft }) => `(id: "${draft}")`),
    before: 'saveArticleDraft',
  },
  createComment: {
    args: ({ published }) => `(articleId: "${published}", content: "Hello")`,
    scopes: [...WRITES, 'articles:read'],
    hidden: '{ content }',
  },
  updateComment: {
    args: ({ comment }) => `(id: "${comment}", content: "Hello")`,
    scopes: [...WRITES, 'comments:read'],
    hidden: '{ article { title } }',
    shown: '{ content author { username } }',
  },
  createProduct: {
    args: ({ made }) => `(input: {title: "P", price: 1, stock: 1, categoryId: "${made}"})`,
    before: 'createCategory(input: {name: "Tools"}) { id }',
    hidden: '{ title }',
  },
  upsertProduct: {
    args: ({ made }) => `(ref: "r", input: {title: "P", price: 1, stock: 1, categoryId: "${made}"})`,
    before: 'createCategory(input: {name: "Tools"}) { id }',
    hidden: '{ title }',
  },
  createCategory: { args: () => '(input: {name: "Tools"})', hidden: '{ name }', shown: '{ id }' },
  createApiKey: {
    args: () => '(input: {name: "K", scopes: ["users:write"]})',
    hidden: '{ key apiKey { name } }',
    shown: '{ key apiKey { id } }',
  },
  createWebhook: {
    args: () => WEBHOOK.slice('createWebhook'.length),
    // The scopes that the facts of the events need.
    scopes: [...WRITES, 'articles:read'],
    ...onWebhook,
  },
  updateWebhook: {
    args: ({ made }) => `(input: {id: "${made}"})`,
    before: 'createWebhook',
    hidden: '{ url }',
  },
  rotateWebhookSecret: { args: ({ made }) => `(id: "${made}")`, before: 'createWebhook', ...onWebhook },
  testWebhook: {
    args: ({ made }) => `(id: "${made}")`,
    before: 'createWebhook',
    hidden: '{ status }',
    shown: '{ id }',
  },
}

/** Objects that a mutation creates and shows, and that no query shows. */
const NO_RECORDS = [
  // It shows ids that the caller has sent, and statuses.
  'bulkAction',
  'createUserOrError',
  'createOAuthClient',
  'rotateOAuthClientSecret',
  'enableSecondFactor',
  // These mutations need the permission to read the shown object.
  'updateProduct',
  'exportMyData',
  'replayDeadLetter',
]

const createFirst = async (source: string): Promise<string> => {
  const { data, errors } = await run(
    `mutation { m: ${source} }`,
    withScopes(world.admin, contentPolicy.permissions),
  )
  expect(errors).toBeUndefined()
  const made = data?.['m'] as { id?: string; webhook?: { id: string } }
  return made.id ?? made.webhook?.id ?? uuid
}

/** Makes the record that a mutation changes. */
const prepareRecord = async (mutation: string, { before }: Case): Promise<string> => {
  if (mutation === 'restoreRevision') {
    await createFirst(`updateArticle(input: {id: "${world.ids.draft}", title: "Second"}) { id }`)
    return [...world.tables.revisions.keys()][0] as string
  }
  if (before === 'saveArticleDraft')
    return createFirst(`${before}(id: "${world.ids.draft}", input: {title: "Other"}) { id }`)
  if (before === 'createWebhook') return createFirst(`${WEBHOOK} { webhook { id } }`)
  return before === undefined ? uuid : createFirst(before)
}

const copyTables = ({ auditEntries, lastUnit: _, ...tables }: MemoryTables) =>
  structuredClone({ ...tables, allowed: auditEntries.where({ decision: 'ALLOW' }) })

describe('C12.16 the response of a mutation', () => {
  it('is covered here for every mutation that shows a record', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
    const composite = fields.filter(({ type }) => !isLeafType(getNamedType(type))).map(({ name }) => name)
    expect([...Object.keys(CASES), ...NO_RECORDS].toSorted()).toEqual(composite.toSorted())
  })

  it.each(Object.entries(CASES))(
    '%s writes nothing if its caller may not read it',
    async (mutation, each) => {
      const made = await prepareRecord(mutation, each)
      const context = withScopes(world.admin, each.scopes ?? WRITES)
      const field = `${mutation}${each.args({ ...world.ids, made })}`
      const fragment = each.hidden.includes('...F') ? 'fragment F on User { username }' : ''
      const before = copyTables(world.tables)
      const refused = await run(`mutation { m: ${field} ${each.hidden} } ${fragment}`, context)
      expect(refused.errors?.map(({ originalError, path }) => [originalError, path])).toEqual([
        [expect.objectContaining({ code: 'FORBIDDEN' }), ['m']],
      ])
      expect(copyTables(world.tables)).toEqual(before)
      const allowed = await run(`mutation { m: ${field} ${each.shown ?? HANDLE} }`, context)
      expect(allowed.errors).toBeUndefined()
      expect(allowed.data?.['m']).toBeTruthy()
    },
  )

  it('shows an AUTHOR with all scopes the article that they create, as a query does', async () => {
    const ada = await world.context.stores.users.add(aUser('ada', 'AUTHOR'), null)
    const input = `{title: "T", content: "C", authorId: ${ada.id}}`
    const all = '{ id title status version owner { email age settings { locale } } revisions { id } }'
    const context = { ...world.context, caller: callerOf(ada) }
    const { data, errors } = await run(`mutation { m: createArticle(input: ${input}) ${all} }`, context)
    expect(errors).toBeUndefined()
    expect(data?.['m']).toMatchObject({ title: 'T', owner: { email: 'ada@example.org' } })
  })

  it.each([
    '{ comments(limit: 0) { id } }',
    '{ owner { followers(limit: 101) { id } } }',
    '{ commentsConnection(after: "x") { edges { cursor } } }',
  ])('C5.11 a wrong nested list refuses the mutation, which writes nothing: %s', async (selection) => {
    const context = withScopes(world.admin, contentPolicy.permissions)
    const before = copyTables(world.tables)
    const field = `createArticle(input: {title: "T", content: "C", authorId: ${world.admin.id}})`
    const { data, errors } = await run(`mutation { m: ${field} ${selection} }`, context)
    expect([data, errors?.map(({ originalError, path }) => [originalError, path])]).toEqual([
      null,
      [[expect.objectContaining({ code: 'BAD_USER_INPUT' }), ['m']]],
    ])
    expect(copyTables(world.tables)).toEqual(before)
  })

  it('shows a sign-up its own account', async () => {
    const { data, errors } = await run(
      `mutation { m: createUser(input: {${NAMES}}) { email status preferences { newsletter } } }`,
      world.context,
    )
    expect(errors).toBeUndefined()
    expect(data?.['m']).toMatchObject({ email: 'new@example.org', status: 'ACTIVE' })
  })
})

describe('C12.16 a replay', () => {
  const ONCE = { key: 'k', operation: 'updateUser', payload: ['p'] } as const
  const origin = { credential: 'bearer app', address: null, requestId: 'r' }
  const send = async (scopes: Scopes, selection: string) => {
    const context = { ...withScopes(world.admin, scopes), origin }
    const query = `mutation { updateUser(input: {id: ${world.ids.admin}, age: 40}) ${selection} }`
    const find = createOperations(schema, createRequestPreparer(schema, DEFAULT_LIMITS))
    const { mutation: request, run } = find({ query }, context) as RunnableOperation
    const replay = { schema, request: request as PreparedRequest, operationName: undefined }
    const { data, ...rest } = await executeIdempotent([replay, ONCE], context, (within) =>
      run(within, () => false),
    )
    return { data: JSON.parse(String(data)), ...rest }
  }
  const ALL = ['users:read', 'users:write']

  it('follows the rights of the credential that replays', async () => {
    expect(await send(ALL, '{ age }')).toMatchObject({ data: { updateUser: { age: 40 } }, isReplayed: false })
    expect(await send(ALL, '{ age }')).toMatchObject({ data: { updateUser: { age: 40 } }, isReplayed: true })
    const { data, errors } = await send(['users:write'], '{ age }')
    expect([data, errors?.[0]?.originalError]).toEqual([null, expect.objectContaining({ code: 'FORBIDDEN' })])
  })

  it('shows every credential the id and the version', async () => {
    await send(ALL, '{ id version }')
    expect(await send(['users:write'], '{ id version }')).toMatchObject({
      isReplayed: true,
      data: expect.anything(),
    })
  })
})
