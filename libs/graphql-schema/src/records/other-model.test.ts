import { builtInModel, type Context } from '@content-service/domain'
import {
  aContext,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  toolModel as model,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema, typeDefs, writeTypeDefs } from '../schema.ts'

const schema = createSchema({ model })

const start = async () => {
  const stores = memoryStores(new MemoryTables(), model)
  const admin = await stores.users.add(aUser('ada', 'ADMIN'), null)
  const context: Context = aContext({ model, stores, caller: callerOf(admin) })
  const run = async (source: string) => {
    const { data, errors } = await graphql({ schema, source, contextValue: context })
    return { data, codes: errors?.map(({ originalError }) => (originalError as { code?: string }).code) }
  }
  const { data } = await run('mutation { createCategory(input: { name: "Saws" }) { id } }')
  return { run, shelf: (data as { createCategory: { id: string } }).createCategory.id }
}

describe('a model with another declared type', () => {
  it('is a value: the schema of the built-in model does not change', () => {
    expect(writeTypeDefs(model)).toContain('type Tool {')
    expect(writeTypeDefs(builtInModel)).toBe(typeDefs)
    expect(typeDefs).not.toContain('Tool')
  })

  it('creates, lists, links, changes and deletes records', async () => {
    const { run, shelf } = await start()
    const input = `{ serialNumber: "Fretsaw", copies: 2, shelfId: "${shelf}" }`
    const made = await run(
      `mutation { createTool(input: ${input}) { id serialNumber manual version shelf { name } } }`,
    )
    const { id, ...tool } = (made.data as { createTool: { id: string } }).createTool
    expect(tool).toEqual({ serialNumber: 'Fretsaw', manual: null, version: 1, shelf: { name: 'Saws' } })
    expect(
      (await run(`{ tools(shelfId: "${shelf}") { id } category(id: "${shelf}") { tools { copies } } }`)).data,
    ).toEqual({ tools: [{ id }], category: { tools: [{ copies: 2 }] } })
    const update = (version: number) =>
      run(
        `mutation { updateTool(input: { id: "${id}", copies: 3, version: ${version} }) { copies version } }`,
      )
    expect((await update(1)).data).toEqual({ updateTool: { copies: 3, version: 2 } })
    expect((await update(1)).codes).toEqual(['CONFLICT'])
    expect((await run(`mutation { deleteTool(id: "${id}") }`)).data).toEqual({ deleteTool: true })
    expect((await run(`{ tool(id: "${id}") { id } }`)).data).toEqual({ tool: null })
  })

  it.each([
    ['copies: 21, serialNumber: "a"', 'BAD_USER_INPUT'],
    ['copies: 2, serialNumber: " "', 'BAD_USER_INPUT'],
  ])('refuses %s', async (members, code) => {
    const { run, shelf } = await start()
    const { codes } = await run(`mutation { createTool(input: { ${members}, shelfId: "${shelf}" }) { id } }`)
    expect(codes).toEqual([code])
  })

  it('tells its events to webhooks, and knows its operations', () => {
    expect(model.eventNames).toContain('tool.updated')
    expect(builtInModel.eventNames).not.toContain('tool.updated')
    expect(model.operation('tools')).toMatchObject({ resource: 'tools', isReplicaSafe: true })
  })
})
