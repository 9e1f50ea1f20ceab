import { builtInModel } from '@content-service/domain'
import { toolModel } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeContract } from '../service/schema.ts'
import { createToolWorld } from '../testing/tool-world.ts'

let world: Awaited<ReturnType<typeof createToolWorld>>
beforeEach(async () => {
  world = await createToolWorld()
})

const MEMBER = '{ id pronouns badge isSpeaker }'
const create = (more: string) =>
  world.run(
    `mutation { createUser(input: {
      username: "mia", email: "mia@example.org", password: "maroon kettle drifts", ${more}
    }) ${MEMBER} }`,
  )

describe('users with the fields of a team', () => {
  it('are created, read and changed with the fields', async () => {
    const { data } = await create('pronouns: "she/her", isSpeaker: true')
    const mia = data['createUser']
    expect(mia).toMatchObject({ pronouns: 'she/her', badge: null, isSpeaker: true })
    const change = `{ id: "${String(mia?.['id'])}", pronouns: null, isSpeaker: false }`
    const changed = await world.run(
      `mutation { updateUser(input: ${change}) { pronouns isSpeaker version } }`,
    )
    expect(changed.data['updateUser']).toEqual({ pronouns: null, isSpeaker: false, version: 2 })
  })

  it('have the initial value of a field that the input leaves out, and no wrong value', async () => {
    expect((await create('pronouns: " "')).codes).toEqual(['BAD_USER_INPUT'])
    expect((await create('')).data['createUser']).toMatchObject({ pronouns: null, isSpeaker: false })
  })

  it('show a masked field to the user and to a caller with the permission', async () => {
    const { id } = world.people.rita
    await world.run(`mutation { updateUser(input: { id: "${id}", badge: "B-7" }) { id } }`)
    await world.run(
      `mutation { createArticle(input: { title: "T", content: "C", authorId: ${id}, status: PUBLISHED }) { id } }`,
    )
    const read = `{ user(id: "${id}") { username badge } }`
    const shown = { username: 'rita', badge: 'B-7' }
    expect((await world.run(read)).data['user']).toEqual(shown)
    expect((await world.run(read, world.people.rita)).data['user']).toEqual(shown)
    expect((await world.run(read, world.people.rob)).data['user']).toEqual({ username: 'rita', badge: null })
  })

  it('leave the contract of the built-in model as it is', () => {
    expect(writeContract(toolModel)).toContain('pronouns: String')
    expect(writeContract(builtInModel)).not.toContain('pronouns')
  })
})
