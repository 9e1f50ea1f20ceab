import { restrict } from '@content-service/authz/restrict'
import { builtInModel, contentPolicy, type Caller } from '@content-service/domain'
import { aContext, callerOf } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRoutes } from '../service/routes.ts'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

const WRITES = contentPolicy.permissions.filter((permission) => !permission.endsWith(':read'))

let world: Awaited<ReturnType<typeof aRestWorld>>
beforeEach(async () => {
  const { secrets, signing } = aContext()
  world = await aRestWorld({
    // In the form that the document describes.
    secrets: { ...secrets, apiKey: () => ({ ...secrets.apiKey(), text: `csk_${'x'.repeat(49)}` }) },
    signing: { ...signing, newSecret: () => ({ text: `whsec_${'x'.repeat(32)}`, sealed: 'sealed' }) },
  })
})

type Scopes = readonly string[]

const withScopes = (scopes: Scopes): Caller => restrict(contentPolicy, callerOf(world.admin), scopes)

const send = (request: string, body: object | string = '', scopes: Scopes = contentPolicy.permissions) => {
  const [method = '', path = ''] = request.split(' ')
  return world.send(method, path, { body, by: withScopes(scopes) })
}

const made = async (request: string, body: object): Promise<string> =>
  String(readBody(await send(request, body)).id)

const category = () => made('POST /api/categories', { name: 'Tools' })
const PRODUCT = { title: 'P', price: 1, stock: 1 }
const WEBHOOK = { url: 'https://example.org', events: ['article.published'] }
const webhook = () => made('POST /api/webhooks', WEBHOOK)
const CLIENT = { name: 'C', grants: ['CLIENT_CREDENTIALS'] }
const draft = async () => (await world.article(world.admin, 'Draft', { status: 'DRAFT' })).id
const LATER = { publishAt: '2030-01-01T00:00:00.000Z' }

interface Case {
  readonly request: () => Promise<readonly [request: string, body?: object]>
  readonly status: 201 | 204
  /** A permission that the write needs. */
  readonly also?: string
}

const expectCreated = (request: string, body: object): Case => ({
  request: async () => [request, body],
  status: 201,
})
const expectChanged = (request: Case['request']): Case => ({ request, status: 204 })

/** Writes that a credential without any permission to read can do, by method and route. */
const CASES: Readonly<Record<string, Case>> = {
  'POST /api/users': expectCreated('POST /api/users', { email: 'new@example.org' }),
  'POST /api/users/invitations': expectCreated('POST /api/users/invitations', { email: 'new@example.org' }),
  'PUT /api/users/:id': expectCreated('PUT /api/users/4711', { name: 'New', email: 'new@example.org' }),
  'PATCH /api/users/:id': expectChanged(async () => [`PATCH /api/users/${world.admin.id}`, {}]),
  'PATCH /api/users/:id/access': expectChanged(async () => [`PATCH /api/users/${world.admin.id}/access`, {}]),
  'PATCH /api/me': expectChanged(async () => ['PATCH /api/me', {}]),
  'PATCH /api/me/settings': expectChanged(async () => ['PATCH /api/me/settings', {}]),
  'PATCH /api/me/preferences': expectChanged(async () => ['PATCH /api/me/preferences', {}]),
  'POST /api/articles': expectCreated('POST /api/articles', { title: 'T', content: 'C' }),
  'POST /api/categories': expectCreated('POST /api/categories', { name: 'Tools' }),
  'POST /api/products': {
    request: async () => ['POST /api/products', { ...PRODUCT, categoryId: await category() }],
    status: 201,
  },
  'PUT /api/products/by-ref/:ref': {
    request: async () => ['PUT /api/products/by-ref/r', { ...PRODUCT, categoryId: await category() }],
    status: 201,
  },
  'POST /api/api-keys': expectCreated('POST /api/api-keys', { name: 'K', scopes: ['users:write'] }),
  'POST /api/webhooks': { ...expectCreated('POST /api/webhooks', WEBHOOK), also: 'articles:read' },
  'PATCH /api/webhooks/:id': expectChanged(async () => [`PATCH /api/webhooks/${await webhook()}`, {}]),
  'POST /api/webhooks/:id/secret': expectChanged(async () => [
    `POST /api/webhooks/${await webhook()}/secret`,
  ]),
  'POST /api/webhooks/:id/test': expectChanged(async () => [`POST /api/webhooks/${await webhook()}/test`]),
  'POST /api/oauth-clients': expectCreated('POST /api/oauth-clients', CLIENT),
  'POST /api/oauth-clients/:id/secret': expectChanged(async () => [
    `POST /api/oauth-clients/${await made('POST /api/oauth-clients', CLIENT)}/secret`,
  ]),
}

/** Writes of records that only a credential can reach that may read the record. */
const REACHED_BY_READERS = [
  'PATCH /api/articles/:id',
  'PUT /api/articles/:id/schedule',
  'POST /api/articles/:id/revisions/:revision/restoration',
  'POST /api/articles/:id/draft/application',
  'PATCH /api/articles/:id/draft',
  'PUT /api/articles/:id/draft',
  'POST /api/articles/:id/comments',
  'PATCH /api/comments/:id',
  'PATCH /api/products/:id',
  'POST /api/dead-letters/:id/replay',
]

/** The write creates the shown record, which has no address; or the write itself needs the permission to read. */
const NO_RECORDS = [
  'POST /api/me/second-factor',
  'POST /api/me/second-factor/confirmation',
  'POST /api/me/second-factor/recovery-codes',
  'POST /api/me/export',
  // The response has the sent ids, and statuses.
  ...['articles', 'comments', 'products', 'users'].map((plural) => `POST /api/${plural}/actions`),
]

const writesWithContent = createRoutes(builtInModel).flatMap(({ path, methods }) =>
  Object.entries(methods)
    .filter(([method, { answers }]) => method !== 'GET' && answers.some(({ schema }) => schema !== undefined))
    .map(([method, endpoint]) => ({ name: `${method} ${path}`, endpoint })),
)

describe('C12.16 the response of a write', () => {
  it('is covered here for every route whose response has content', () => {
    const names = writesWithContent.map(({ name }) => name)
    expect([...Object.keys(CASES), ...REACHED_BY_READERS, ...NO_RECORDS].toSorted()).toEqual(names.toSorted())
    const undeclared = writesWithContent.filter(({ endpoint }) => endpoint.shows === undefined)
    expect(undeclared.map(({ name }) => name).toSorted()).toEqual(NO_RECORDS.toSorted())
  })

  it.each(Object.entries(CASES))('%s has no content for a caller who may not read', async (_, each) => {
    const [request, body = ''] = await each.request()
    const answer = await send(request, body, each.also ? [...WRITES, each.also] : WRITES)
    expect([answer.status, answer.body, answer.headers['etag']]).toEqual([each.status, '', undefined])
    expect('location' in answer.headers).toBe(each.status === 201)
  })

  it.each(Object.entries(CASES))('%s has content for a caller who may read', async (_, each) => {
    const [request, body = ''] = await each.request()
    expect(readBody(await send(request, body))).toEqual(expect.any(Object))
  })

  it('shows the records that the credential may read, and no others', async () => {
    const id = await draft()
    const scopes = [...WRITES, 'articles:read']
    expect((await send(`PUT /api/articles/${id}/schedule`, LATER, scopes)).status).toBe(200)
    const onComments = `POST /api/articles/${(await world.article(world.admin, 'Open')).id}/comments`
    expect((await send(onComments, { content: 'Hello' }, scopes)).status).toBe(201)
    expect((await send(onComments, { content: 'Hello' }, scopes)).body).toBe('')
  })
})

describe('C12.16 a replay', () => {
  it('follows the rights of the credential that replays', async () => {
    const post = (scopes: Scopes) =>
      world.send('POST', '/api/users', {
        body: { email: 'new@example.org' },
        headers: { 'idempotency-key': 'k' },
        by: withScopes(scopes),
      })
    const first = await post(WRITES)
    const [again, narrow] = [await post(contentPolicy.permissions), await post(WRITES)]
    expect([first.status, first.body]).toEqual([201, ''])
    expect([again.status, readBody(again).email]).toEqual([201, 'new@example.org'])
    expect([narrow.status, narrow.body, narrow.headers['idempotent-replayed']]).toEqual([201, '', 'true'])
  })
})
