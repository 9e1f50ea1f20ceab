import type { User } from '@content-service/domain'
import { aContext, toolModel as model } from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToolWorld } from '../testing/tool-world.ts'

const FIELDS = 'id title startsAt endsAt contact reason topics progress version host { id username }'

type World = Awaited<ReturnType<typeof createToolWorld>>
let people: World['people']
let run: World['run']
let schema: World['schema']
let subject: string
beforeEach(async () => {
  ;({ people, run, schema, category: subject } = await createToolWorld())
})

const create = async (more = '') => {
  const input = `title: "Type", startsAt: "2030-01-01T10:00:00+01:00", contact: "ada@example.org", topics: ["Lead", "lead"], subjectId: "${subject}"${more}`
  return run(`mutation { createWorkshop(input: { ${input} }) { ${FIELDS} } }`, people.rita)
}

describe('a declared type with an owner, a state and operations', () => {
  it('belongs to the user who creates the record, in its first state', async () => {
    const { data } = await create()
    expect(data['createWorkshop']).toEqual({
      id: expect.any(String),
      title: 'Type',
      startsAt: '2030-01-01T09:00:00.000Z',
      endsAt: null,
      contact: 'ada@example.org',
      reason: null,
      topics: ['lead'],
      progress: 'PLANNED',
      version: 1,
      host: { id: String(people.rita.id), username: 'rita' },
    })
    const listed = `{ workshops(hostId: "${people.rita.id}") { title } user(id: "${people.rita.id}") { workshops { title } } }`
    expect((await run(listed, people.rita)).data).toEqual({
      workshops: [{ title: 'Type' }],
      user: { workshops: [{ title: 'Type' }] },
    })
    expect(
      (await run(`{ workshops(hostId: "${people.rob.id}") { title } }`, null)).data['workshops'],
    ).toEqual([])
  })

  it.each(['hostId: "1"', 'progress: OPEN', 'reason: "because"'])(
    'refuses %s, which no client sets',
    async (member) => {
      const source = `mutation { createWorkshop(input: { title: "T", startsAt: "2030-01-01T10:00:00Z", subjectId: "${subject}", ${member} }) { id } }`
      const { errors } = await graphql({ schema, source, contextValue: aContext({ model }) })
      const name = member.split(':')[0]
      expect(errors?.[0]?.message).toMatch(new RegExp(`CreateWorkshopInput.* "${name}"`))
    },
  )

  it('hides a masked field from a caller without its permission', async () => {
    const { data } = await create()
    const read = `{ workshop(id: "${data['createWorkshop']?.['id']}") { contact } workshops { contact } }`
    const seen = { workshop: { contact: 'ada@example.org' }, workshops: [{ contact: 'ada@example.org' }] }
    const hidden = { workshop: { contact: null }, workshops: [{ contact: null }] }
    expect((await run(read, people.rita)).data).toEqual(seen)
    expect((await run(read, people.ada)).data).toEqual(seen)
    expect((await run(read, people.rob)).data).toEqual(hidden)
    expect((await run(read, null)).data).toEqual(hidden)
  })

  it('runs an operation of the owner, and refuses a wrong state, version, caller and input', async () => {
    const id = String((await create()).data['createWorkshop']?.['id'])
    const open = (as: User | null, version = 1) =>
      run(`mutation { openWorkshop(id: "${id}", version: ${version}) { progress version } }`, as)
    const cancel = (reason: string) =>
      run(`mutation { cancelWorkshop(id: "${id}", reason: "${reason}") { ${FIELDS} } }`, people.rita)
    expect((await open(null)).codes).toEqual(['UNAUTHENTICATED'])
    expect((await open(people.rob)).codes).toEqual(['FORBIDDEN'])
    expect((await open(people.rita, 7)).codes).toEqual(['CONFLICT'])
    expect((await open(people.rita)).data).toEqual({ openWorkshop: { progress: 'OPEN', version: 2 } })
    expect((await open(people.rita, 2)).codes).toEqual(['INVALID_TRANSITION'])
    expect((await cancel(' ')).codes).toEqual(['BAD_USER_INPUT'])
    expect((await cancel('Rain')).data['cancelWorkshop']).toMatchObject({
      progress: 'CANCELLED',
      reason: 'Rain',
      version: 3,
    })
    expect((await cancel('Snow')).codes).toEqual(['INVALID_TRANSITION'])
  })

  it('is found by searches', async () => {
    await create()
    const search =
      '{ searchAll(query: "type", types: [WORKSHOP]) { edges { node { ... on Workshop { title contact } } } } }'
    const { data } = await run(search, people.rob)
    expect(data['searchAll']).toEqual({ edges: [{ node: { title: 'Type', contact: null } }] })
  })

  it('lets another user neither change nor delete the record', async () => {
    const id = String((await create()).data['createWorkshop']?.['id'])
    const rename = `mutation { updateWorkshop(input: { id: "${id}", title: "Mine" }) { title } }`
    const remove = `mutation { deleteWorkshop(id: "${id}") }`
    expect((await run(rename, people.rob)).codes).toEqual(['FORBIDDEN'])
    expect((await run(remove, people.rob)).codes).toEqual(['FORBIDDEN'])
    expect((await run(rename, people.rita)).data['updateWorkshop']).toEqual({ title: 'Mine' })
    expect((await run(remove, people.rita)).data).toEqual({ deleteWorkshop: true })
  })
})
