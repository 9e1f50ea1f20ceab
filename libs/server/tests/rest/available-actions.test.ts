import type { ArticleStatus } from '@content-service/domain/internal/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, NOBODY, type Cast, type Person } from '../support/cast.ts'
import {
  JWT_SECRET,
  SAMPLED_DATABASES,
  startTestService,
  type Answer,
  type TestService,
} from '../support/service.ts'

const STATES = ['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED', 'DELETED'] as const satisfies ArticleStatus[]
const LATER = '2040-01-01T00:00:00Z'

/** Each action as a request over REST, and as a mutation. */
const ACTIONS: Readonly<
  Record<string, { readonly rest: readonly [string, string, object?]; readonly mutation: string }>
> = {
  update: {
    rest: ['PATCH', '', { title: 'Changed' }],
    mutation: 'updateArticle(input: { id: $id, title: "Changed" }) { id }',
  },
  delete: { rest: ['DELETE', ''], mutation: 'deleteArticle(id: $id)' },
  'status:DRAFT': {
    rest: ['PATCH', '', { status: 'DRAFT' }],
    mutation: 'updateArticle(input: { id: $id, status: DRAFT }) { id }',
  },
  'status:PUBLISHED': {
    rest: ['PATCH', '', { status: 'PUBLISHED' }],
    mutation: 'updateArticle(input: { id: $id, status: PUBLISHED }) { id }',
  },
  schedule: {
    rest: ['PUT', '/schedule', { publishAt: LATER }],
    mutation: `scheduleArticle(id: $id, publishAt: "${LATER}") { id }`,
  },
  unschedule: { rest: ['DELETE', '/schedule'], mutation: 'unscheduleArticle(id: $id) { id }' },
  like: { rest: ['PUT', '/like'], mutation: 'likeArticle(id: $id) { id }' },
  comment: {
    rest: ['POST', '/comments', { content: 'Well said.' }],
    mutation: 'createComment(articleId: $id, content: "Well said.") { id }',
  },
}

const LIST = 'query ($id: ID!) { article(id: $id) { availableActions } }'

describe.each(SAMPLED_DATABASES)('C12.8 available actions over both interfaces, on %s', (database) => {
  let service: TestService
  let cast: Cast
  let people: Readonly<Record<string, Person>>

  beforeAll(async () => {
    service = await startTestService(database)
    cast = aCast(service, JWT_SECRET)
    const [guest, reader, owner, editor] = [
      await cast.person('GUEST'),
      await cast.person('READER'),
      await cast.person('AUTHOR'),
      await cast.person('EDITOR'),
    ]
    people = { nobody: NOBODY, guest, reader, owner, editor }
  })
  afterAll(() => service.stop())

  const readListed = async (id: string, as: string | null): Promise<readonly string[]> => {
    const { status, body } = await service.call('GET', `/api/articles/${id}/actions`, { as })
    const { body: shown }: Answer = await service.graphql(LIST, { id }, as)
    const listed = status === 200 ? body : null
    expect(shown.data.article?.availableActions ?? null).toEqual(listed)
    return listed ?? []
  }

  const succeedsOverRest = async (id: string, word: string, as: string | null): Promise<boolean> => {
    const [method, path, body] = ACTIONS[word]?.rest ?? ['', '']
    return (await service.call(method, `/api/articles/${id}${path}`, { as, body })).status < 300
  }
  const succeedsOverGraphql = async (id: string, word: string, as: string | null): Promise<boolean> => {
    const { body } = await service.graphql(`mutation ($id: ID!) { ${ACTIONS[word]?.mutation} }`, { id }, as)
    return body.errors === undefined
  }

  it.each(STATES)('a listed action on an article that is %s succeeds, and no other', async (state) => {
    const differing: string[] = []
    for (const [name, { as }] of Object.entries(people)) {
      const prepare = async () => {
        const id = await cast.articleIn(people['owner'] as Person, state)
        return { id, listed: await readListed(id, as) }
      }
      let article = await prepare()
      for (const word of Object.keys(ACTIONS))
        for (const succeeds of [succeedsOverRest, succeedsOverGraphql]) {
          if (word === `status:${state}`) continue
          const isListed = article.listed.includes(word)
          const hasSucceeded = await succeeds(article.id, word, as)
          if (isListed !== hasSucceeded)
            differing.push(`${succeeds.name}: ${word} by ${name} is ${isListed ? '' : 'not '}listed`)
          // A refused action changes nothing.
          if (hasSucceeded) article = await prepare()
        }
      expect(await readListed(article.id, as), name).toEqual(article.listed)
    }
    expect(differing).toEqual([])
  })

  it('C14.4 acts on many records over both interfaces, locked in the order of their ids', async () => {
    const owner = people['owner'] as Person
    const editor = people['editor'] as Person
    const ids: string[] = []
    for (let made = 0; made < 60; made += 1) ids.push(await cast.article(owner))
    const order = ids.toReversed()
    const bulk = (action: string) =>
      service.call('POST', '/api/articles/actions', { as: editor.as, body: { ids: order, action } })
    const [first, second] = await Promise.all([bulk('status:ARCHIVED'), bulk('status:ARCHIVED')])
    for (const { status, body } of [first, second]) {
      expect(status).toBe(200)
      expect(body).toEqual(order.map((id) => ({ id, status: 200, code: null })))
    }
    const { body } = await service.graphql(
      'mutation ($ids: [ID!]!) { bulkAction(type: ARTICLE, ids: $ids, action: "delete") { __typename } }',
      { ids },
      editor.as,
    )
    expect(body.data.bulkAction).toEqual(ids.map(() => ({ __typename: 'Success' })))
    const gone = await service.call('GET', `/api/articles/${ids[0]}`, { as: null })
    expect(gone.status).toBe(404)
  })
})
