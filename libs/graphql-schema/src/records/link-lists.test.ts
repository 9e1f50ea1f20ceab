import type { Context, Stores, User } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aContext,
  aRecord,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  panelModel as model,
  Subject,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSchema, writeTypeDefs } from '../service/schema.ts'

const schema = createSchema({ model })

describe('C14.2 links to many records', () => {
  let stores: Stores
  let people: Readonly<Record<'rita' | 'rob' | 'ada', User>>
  const contextFor = (as: User | null): Context =>
    aContext({ model, stores, caller: as ? callerOf(as) : ANYBODY })
  const run = async (source: string, as: User | null = people.ada) => {
    const { data, errors } = await graphql({ schema, source, contextValue: contextFor(as) })
    return { data: data as Readonly<Record<string, never>>, messages: errors?.map(({ message }) => message) }
  }
  const addSubject = async (name: string, owner: User) =>
    (await stores.records(Subject).add(aRecord(stores, Subject, { name }, owner.id))).id
  const create = async (members: string, as: User | null = people.ada) => {
    const { data } = await run(`mutation { createPanel(input: { title: "P", ${members} }) { id } }`, as)
    return (data?.['createPanel'] as { readonly id: string } | undefined)?.id
  }

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const add = (name: string, role: 'READER' | 'ADMIN') => stores.users.add(aUser(name, role), null)
    people = {
      rita: await add('rita', 'READER'),
      rob: await add('rob', 'READER'),
      ada: await add('ada', 'ADMIN'),
    }
  })

  it('are lists and connections in the schema, and ids in the inputs', () => {
    const sdl = writeTypeDefs(model)
    const find = (head: string) => sdl.slice(sdl.indexOf(head), sdl.indexOf('\n}', sdl.indexOf(head)))
    const panel = find('type Panel ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !line.startsWith('"'))
      .join(' ')
    expect(panel).toContain(
      'speakers( limit: Int = 20 offset: Int = 0 where: UserWhere orderBy: [UserOrderBy!] ): [User!]!',
    )
    expect(panel).toMatch(/speakersConnection\( first: Int = 20 [^)]*\): UserConnection!/)
    expect(panel).toContain('follow( limit')
    expect(find('input CreatePanelInput')).toMatch(/speakerIds: \[ID!\]\n[^]*inTracks: \[ID!\]\n/)
    expect(find('input CreatePanelInput')).not.toContain('add')
    expect(find('input UpdatePanelInput')).toMatch(
      /addSpeakerIds: \[ID!\]\n[^]*removeSpeakerIds: \[ID!\]\n[^]*addInTracks: \[ID!\]\n/,
    )
    expect(find('input PanelWhere')).toContain('speakers: UserListWhere\n')
    expect(find('type Subject ')).toContain('panels(')
  })

  it('are read in their order, or in another one, by offset and by cursor', async () => {
    const ids = [
      await addSubject('B', people.ada),
      await addSubject('C', people.ada),
      await addSubject('A', people.ada),
    ]
    const id = await create(`subjectIds: ${JSON.stringify(ids)}`)
    const read = async (field: string) => {
      const { data, messages } = await run(`{ panel(id: "${id}") { ${field} } }`)
      expect(messages).toBeUndefined()
      return data?.['panel'] as unknown as Readonly<Record<string, never>>
    }
    expect(await read('subjects { name }')).toEqual({
      subjects: [{ name: 'B' }, { name: 'C' }, { name: 'A' }],
    })
    expect(await read('subjects(limit: 1, offset: 1) { name }')).toEqual({ subjects: [{ name: 'C' }] })
    expect(await read('subjects(orderBy: [{ field: CREATED_AT, direction: DESC }]) { name }')).toEqual({
      subjects: [{ name: 'A' }, { name: 'C' }, { name: 'B' }],
    })
    expect(await read('subjects(where: { name: { startsWith: "c" } }) { name panels { title } }')).toEqual({
      subjects: [{ name: 'C', panels: [{ title: 'P' }] }],
    })
    const page = 'edges { cursor node { name } } pageInfo { hasNextPage endCursor } totalCount { value }'
    const first = (await read(`subjectsConnection(first: 2) { ${page} }`))[
      'subjectsConnection'
    ] as unknown as {
      readonly pageInfo: { readonly endCursor: string }
    }
    expect(first).toMatchObject({
      edges: [{ node: { name: 'B' } }, { node: { name: 'C' } }],
      pageInfo: { hasNextPage: true },
      totalCount: { value: 3 },
    })
    const { endCursor } = first.pageInfo
    expect(await read(`subjectsConnection(after: ${JSON.stringify(endCursor)}) { nodes { name } }`)).toEqual({
      subjectsConnection: { nodes: [{ name: 'A' }] },
    })
    expect(
      await read(`subjectsConnection(last: 1, before: ${JSON.stringify(endCursor)}) { nodes { name } }`),
    ).toEqual({
      subjectsConnection: { nodes: [{ name: 'B' }] },
    })
    // The cursor has the record, not its place.
    await run(
      `mutation { updatePanel(input: { id: "${id}", subjectIds: ${JSON.stringify([ids[1], ids[2], ids[0]])} }) { id } }`,
    )
    expect(await read(`subjectsConnection(after: ${JSON.stringify(endCursor)}) { nodes { name } }`)).toEqual({
      subjectsConnection: { nodes: [{ name: 'A' }, { name: 'B' }] },
    })
  })

  it('show the records that the caller may read, and the public profile of users', async () => {
    const [own, hidden] = [await addSubject('Own', people.rita), await addSubject('Hidden', people.rob)]
    const id = await create(`subjectIds: ["${hidden}", "${own}"], speakerIds: ["${people.rob.id}"]`)
    const read = async (as: User | null) =>
      (
        await run(
          `{ panel(id: "${id}") { subjects { name } subjectsConnection { totalCount { value } } speakers { username email } } }`,
          as,
        )
      ).data
    const speakers = [{ username: 'rob', email: 'r***@e***.org' }]
    expect(await read(people.ada)).toMatchObject({
      panel: { subjects: [{ name: 'Hidden' }, { name: 'Own' }], speakers: [{ username: 'rob' }] },
    })
    expect(await read(people.rita)).toEqual({
      panel: { subjects: [{ name: 'Own' }], subjectsConnection: { totalCount: { value: 1 } }, speakers },
    })
    expect(await read(null)).toEqual({
      panel: { subjects: [], subjectsConnection: { totalCount: { value: 0 } }, speakers },
    })
  })

  it('filter lists by what the caller may read', async () => {
    const [own, hidden] = [await addSubject('Own', people.rita), await addSubject('Hidden', people.rob)]
    const id = await create(`subjectIds: ["${hidden}", "${own}"], speakerIds: ["${people.rob.id}"]`)
    const find = async (where: string, as: User | null) =>
      (await run(`{ panels(where: ${where}) { id } }`, as)).data?.['panels']
    const [all, none] = [[{ id }], []]
    expect(await find('{ subjects: { some: { name: { eq: "Hidden" } } } }', people.rob)).toEqual(all)
    expect(await find('{ subjects: { some: { name: { eq: "Hidden" } } } }', people.rita)).toEqual(none)
    expect(await find('{ subjects: { none: { name: { eq: "Hidden" } } } }', people.rita)).toEqual(all)
    expect(await find('{ subjects: { every: { name: { eq: "Own" } } } }', people.rita)).toEqual(all)
    expect(await find('{ subjects: { every: { name: { eq: "Own" } } } }', people.ada)).toEqual(none)
    // C14.2: the link shows the profile, although Rob has published nothing.
    expect(await find('{ speakers: { some: { username: { eq: "rob" } } } }', null)).toEqual(all)
    const masked = await run(
      '{ panels(where: { speakers: { some: { email: { eq: "rob@example.org" } } } }) { id } }',
      people.rita,
    )
    expect(masked.messages?.[0]).toContain('users:read')
  })

  it('refuse what C14.2 refuses, at the path of the id', async () => {
    const hidden = await addSubject('Hidden', people.rob)
    const id = await create('', people.rita)
    const change = async (members: string) =>
      (await run(`mutation { updatePanel(input: { id: "${id}", ${members} }) { id } }`, people.rita)).messages
    expect(await change(`addSubjectIds: ["${hidden}"]`)).toEqual([
      'addSubjectIds.0: there is no subject with this id',
    ])
    expect(await change('subjectIds: [], addSubjectIds: []')).toEqual([
      'subjectIds: cannot be sent together with addSubjectIds or removeSubjectIds',
    ])
    expect(await change(`speakerIds: ["${people.rita.id}", "${people.rita.id}"]`)).toEqual([
      'speakerIds.1: is there twice',
    ])
    expect(await change(`afterIds: ["${id}"]`)).toEqual(['afterIds: must not be the panel itself'])
  })
})
