import { builtInModel } from '@content-service/domain'
import { toolModel as model } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { writeTypeDefs } from '../service/schema.ts'
import { createToolWorld } from '../testing/tool-world.ts'

describe('a model with another declared type', () => {
  it('is a value: the schema of the built-in model does not change', () => {
    expect(writeTypeDefs(model)).toContain('type Tool {')
    expect(writeTypeDefs(builtInModel)).not.toContain('Tool')
  })

  it('creates, lists, links, changes and deletes records', async () => {
    const { run, category: shelf } = await createToolWorld()
    const input = `{ serialNumber: "Fretsaw", copies: 2, shelfId: "${shelf}" }`
    const made = await run(
      `mutation { createTool(input: ${input}) { id serialNumber manual version shelf { name } } }`,
    )
    const { id, ...tool } = made.data['createTool'] ?? {}
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
    const { run, category: shelf } = await createToolWorld()
    const { codes } = await run(`mutation { createTool(input: { ${members}, shelfId: "${shelf}" }) { id } }`)
    expect(codes).toEqual([code])
  })

  it('sends its events to webhooks, and has its operations', () => {
    expect(model.eventNames).toContain('tool.updated')
    expect(builtInModel.eventNames).not.toContain('tool.updated')
    expect(model.operation('tools')).toMatchObject({ resource: 'tools', isReplicaSafe: true })
  })
})
