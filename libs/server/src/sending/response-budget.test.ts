import { once } from 'node:events'
import { request as sendRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_ID, startTestService, type TestService } from '../../tests/support/service.ts'

/** A control character takes six bytes in JSON. */
const CONTENT = '\u0001'.repeat(300_000)
const ARTICLES = 8
const CONTENTS = JSON.stringify({ query: '{ articles { content } }' })
const NO_ROOM = /^Too many bytes of responses wait to be sent/

describe('C15.4 RESPONSE_BUDGET', { timeout: 30_000 }, () => {
  let service: TestService
  let article: string
  let unread: ClientRequest | undefined
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { RESPONSE_BUDGET: '8388608' })
    for (let count = 0; count < ARTICLES; count += 1) {
      const input = { title: `Long ${count}`, content: CONTENT, authorId: ADMIN_ID, status: 'PUBLISHED' }
      const { body } = await service.graphql(
        'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
        { input },
      )
      article = body.data.createArticle.id
    }
  }, 30_000)
  afterAll(() => service.stop())
  afterEach(() => unread?.destroy())

  /** A response that its client does not read: only the kernel takes the first megabytes. */
  const leaveUnread = async (): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'content-length': CONTENTS.length }
    unread = sendRequest(`${service.url}/graphql`, { method: 'POST', agent: false, headers })
    unread.on('error', () => undefined)
    unread.end(CONTENTS)
    const [response] = (await once(unread, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    expect(response.statusCode).toBe(200)
  }
  const read = () => service.call('GET', `/api/articles/${article}`, { as: null })
  const query = (document: string) => service.graphql(document)

  it('refuses a large response with 503 while another one of the address waits', async () => {
    await leaveUnread()
    const { status, headers, body } = await read()
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'UNAVAILABLE'])
    expect(body.detail).toMatch(NO_ROOM)
    const asked = await query('{ articles(pagination: { limit: 20 }) { content } }')
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5'])
    expect(asked.body.errors).toMatchObject([
      { message: expect.stringMatching(NO_ROOM), extensions: { code: 'UNAVAILABLE' } },
    ])
    expect(asked.body.data).toBeUndefined()
  })

  it('sends small responses meanwhile, and large ones afterwards', async () => {
    await leaveUnread()
    expect((await query('{ articles { title } }')).status).toBe(200)
    unread?.destroy()
    await expect.poll(async () => (await read()).status).toBe(200)
  })

  it('tells the client of a write that it is done', async () => {
    await leaveUnread()
    const patched = await service.call('PATCH', `/api/articles/${article}`, {
      body: { title: 'Patched' },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect([patched.status, patched.body]).toEqual([204, ''])
    const input = `{ id: "${article}", title: "Renamed" }`
    const renamed = await query(`mutation { updateArticle(input: ${input}) { content } }`)
    expect(renamed.status).toBe(503)
    expect(renamed.body.errors[0].message).toMatch(/The mutation is done\./)
    const { body } = await query(`{ article(id: "${article}") { title } }`)
    expect(body.data.article.title).toBe('Renamed')
  })
})
