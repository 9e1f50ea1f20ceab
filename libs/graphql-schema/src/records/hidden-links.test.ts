import {
  Article,
  defaultPolicyFile,
  readPolicy,
  type Caller,
  type Stores,
  type User,
} from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aComment,
  aContext,
  anArticle,
  aRecord,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  Room,
  Talk,
  talkModel as model,
} from '@content-service/domain/testing'
import { restrict } from '@content-service/authz/restrict'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSchema, writeTypeDefs } from '../service/schema.ts'

const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'
const schema = createSchema({ model })

describe('C14.2 links to records that the caller may not read', () => {
  let stores: Stores
  let [rita, rob, ada]: readonly User[] = []
  let ids: { readonly room: string; readonly draft: string; readonly talk: string }

  /** Runs a document; the errors are codes with their paths. */
  const run = async (source: string, caller: Caller | User | undefined, policy = model.policy) => {
    const by = caller === undefined ? ANYBODY : 'username' in caller ? callerOf(caller) : caller
    const contextValue = aContext({ model, stores, policy, caller: by })
    const { data, errors = [] } = await graphql({ schema, source, contextValue })
    const codes = errors.map(({ originalError, path }) => [
      (originalError as { code?: string } | undefined)?.code,
      path?.join('.'),
    ])
    return { data, codes, messages: errors.map(({ message }) => message) }
  }

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const people = []
    for (const name of ['rita', 'rob', 'ada'])
      people.push(await stores.users.add(aUser(name, name === 'ada' ? 'ADMIN' : 'AUTHOR'), null))
    ;[rita, rob, ada] = people
    const owner = (rita as User).id
    const draft = await stores.records(Article).add(anArticle(stores, owner, { status: 'DRAFT' }))
    // Rita's profile is public.
    await stores.records(Article).add(anArticle(stores, owner, { status: 'PUBLISHED' }))
    const room = await stores.records(Room).add(aRecord(stores, Room, { name: 'Attic' }, owner))
    const given = { title: 'On types', roomId: room.id, articleId: draft.id }
    const talk = await stores.records(Talk).add(aRecord(stores, Talk, given, owner))
    ids = { room: room.id, draft: draft.id, talk: talk.id }
  })

  const TALK = 'title room { name talks { id } } article { id } speaker { username }'

  it('are nullable in the schema, and the owner and the links of the service are not', () => {
    expect(writeTypeDefs(model)).toMatch(
      /type Talk [^}]*room: Room\n[^}]*article: Article\n[^}]*speaker: User!/,
    )
    expect(writeTypeDefs(model)).toMatch(/type Comment [^}]*article: Article!/)
    expect(writeTypeDefs(model)).toMatch(/type Product [^}]*category: Category!/)
  })

  it('are null in lists and single records, without an error', async () => {
    const hidden = { title: 'On types', room: null, article: null, speaker: { username: 'rita' } }
    const source = `{ talks { ${TALK} } talk(id: "${ids.talk}") { ${TALK} } user(id: "${rita?.id}") { talks { ${TALK} } } }`
    for (const caller of [undefined, rob])
      expect(await run(source, caller)).toMatchObject({
        data: { talks: [hidden], talk: hidden, user: { talks: [hidden] } },
        codes: [],
      })
    const shown = {
      ...hidden,
      room: { name: 'Attic', talks: [{ id: ids.talk }] },
      article: { id: ids.draft },
    }
    expect((await run(source, ada)).data).toEqual({ talks: [shown], talk: shown, user: { talks: [shown] } })
  })

  it('are null in the response of a write, which is no refusal (C12.16)', async () => {
    const scopes: readonly string[] = ['talks:write', 'talks:read']
    const by = restrict(model.policy, callerOf(rita as User), scopes)
    const source = `mutation { updateTalk(input: { id: "${ids.talk}", title: "New" }) { title room { name } } }`
    expect(await run(source, by)).toMatchObject({
      data: { updateTalk: { title: 'New', room: null } },
      codes: [],
    })
  })

  it('find no records as a filter', async () => {
    const source = `{ inRoom: talks(roomId: "${ids.room}") { id } about: talks(articleId: "${ids.draft}") { id } }`
    expect((await run(source, rita)).data).toEqual({ inRoom: [{ id: ids.talk }], about: [{ id: ids.talk }] })
    expect((await run(source, rob)).data).toEqual({ inRoom: [], about: [] })
    expect((await run(source, undefined)).data).toEqual({ inRoom: [], about: [] })
  })

  it('cannot be set, and the refusal is that of an unknown id', async () => {
    const create = (room: string, article: string) =>
      run(
        `mutation { createTalk(input: { title: "T", roomId: "${room}", articleId: "${article}" }) { id } }`,
        rob,
      )
    const refused = await create(ids.room, ids.draft)
    expect(refused).toEqual(await create(UNKNOWN, UNKNOWN))
    expect(refused.messages).toEqual([
      'roomId: there is no room with this id; articleId: there is no article with this id',
    ])
    expect(refused.codes).toEqual([['BAD_USER_INPUT', 'createTalk']])
  })

  it('C12.17 the article of a comment is FORBIDDEN on its path, for guests too', async () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const guest = { rules: [{ effect: 'allow', permissions: ['comments:read', 'users:read'] }] }
    const { policy } = readPolicy(model, JSON.stringify({ ...file, roles: { ...roles, GUEST: guest } }))
    const article = await stores
      .records(Article)
      .add(anArticle(stores, (rita as User).id, { status: 'PUBLISHED' }))
    await stores.comments.add(
      aComment(stores, article, (rob as User).id, { content: 'Well said.' }),
      () => undefined,
    )
    const source =
      '{ searchAll(query: "said", types: [COMMENT]) { edges { node { ... on Comment { article { id } } } } } }'
    const { data, codes, messages } = await run(source, undefined, policy)
    expect(codes).toEqual([['FORBIDDEN', 'searchAll.edges.0.node.article']])
    expect(data).toBeNull()
    expect(messages).toEqual(['You need the permission articles:read.'])
  })
})
