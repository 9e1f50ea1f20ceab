import { builtInModel } from '@content-service/domain'
import { toolModel } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToolWorld } from '../testing/tool-world.ts'
import { writeContract } from '../service/schema.ts'

let world: Awaited<ReturnType<typeof createToolWorld>>
beforeEach(async () => {
  world = await createToolWorld()
})

const ESSAY = '{ id title subtitle isLong reviewer }'
const write = async (more: string) => {
  const authorId = world.people.ada.id
  const input = `{ title: "On type", content: "Text.", authorId: ${authorId}, status: PUBLISHED, ${more} }`
  const { data } = await world.run(`mutation { createArticle(input: ${input}) ${ESSAY} }`)
  return data['createArticle']
}

describe('articles and comments with the fields of a team', () => {
  it('creates, reads and changes the fields of an article', async () => {
    const essay = await write('subtitle: "A history", isLong: true')
    expect(essay).toMatchObject({ subtitle: 'A history', isLong: true, reviewer: null })
    const change = `{ id: "${String(essay?.['id'])}", subtitle: null, isLong: false }`
    const { data } = await world.run(
      `mutation { updateArticle(input: ${change}) { subtitle isLong version } }`,
    )
    expect(data['updateArticle']).toEqual({ subtitle: null, isLong: false, version: 2 })
  })

  it('has the initial value of a field that the input leaves out, and refuses a wrong value', async () => {
    expect(await write('')).toMatchObject({ subtitle: null, isLong: false })
    const input = `{ title: "On type", content: "Text.", authorId: ${world.people.ada.id}, subtitle: " " }`
    const { codes } = await world.run(`mutation { createArticle(input: ${input}) { id } }`)
    expect(codes).toEqual(['BAD_USER_INPUT'])
  })

  it('shows a masked field only to a caller with the permission', async () => {
    const essay = await write('reviewer: "Rita"')
    const read = `{ article(id: "${String(essay?.['id'])}") { title reviewer } }`
    expect((await world.run(read)).data['article']).toMatchObject({ reviewer: 'Rita' })
    expect((await world.run(read, world.people.rob)).data['article']).toEqual({
      title: 'On type',
      reviewer: null,
    })
  })

  it('takes the fields of a comment as arguments', async () => {
    const { id } = (await write('')) ?? {}
    const on = `articleId: "${String(id)}", content: "Well."`
    const { data } = await world.run(`mutation { createComment(${on}, mood: "glad") { id content mood } }`)
    expect(data['createComment']).toMatchObject({ content: 'Well.', mood: 'glad' })
    const comment = String(data['createComment']?.['id'])
    const changed = await world.run(
      `mutation { updateComment(id: "${comment}", content: "Well!", mood: null) { content mood } }`,
    )
    expect(changed.data['updateComment']).toEqual({ content: 'Well!', mood: null })
  })

  it('lists the records of a team that link to an article', async () => {
    const [essay, shelf] = [await write(''), world.category]
    const tool = await world.run(
      `mutation { createTool(input: { serialNumber: "A-1", copies: 1, shelfId: "${shelf}" }) { id } }`,
    )
    const [articleId, toolId] = [String(essay?.['id']), String(tool.data['createTool']?.['id'])]
    const create = (to: string) =>
      world.run(
        `mutation { createReview(input: { verdict: "Good", articleId: "${to}", toolId: "${toolId}" }) { id article { title } } }`,
      )
    expect((await create(articleId)).data['createReview']).toMatchObject({ article: { title: 'On type' } })
    expect((await create(shelf)).codes).toEqual(['BAD_USER_INPUT'])
    const { data } = await world.run(
      `{ article(id: "${articleId}") { reviews { verdict tool { serialNumber } } } }`,
    )
    expect(data['article']).toEqual({ reviews: [{ verdict: 'Good', tool: { serialNumber: 'A-1' } }] })
    expect((await world.run(`mutation { deleteTool(id: "${toolId}") }`)).codes).toEqual(['CONFLICT'])
  })

  it('leaves the contract of the built-in model as it is', () => {
    expect(writeContract(toolModel)).toContain('subtitle: String')
    expect(writeContract(builtInModel)).not.toContain('subtitle')
  })
})
