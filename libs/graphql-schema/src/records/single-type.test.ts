import type { User } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aContext,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  siteModel as model,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSchema, writeTypeDefs } from '../service/schema.ts'
import { createServer } from '../testing/observed-server.ts'

const schema = createSchema({ model })
const stores = memoryStores(new MemoryTables(), model)
let editor: User

const run = async (source: string, as: User | null = editor) => {
  const contextValue = aContext({ model, stores, caller: as ? callerOf(as) : ANYBODY })
  const { data, errors } = await graphql({ schema, source, contextValue })
  return errors?.[0]?.originalError ?? data
}

describe('C14.4 single: true', () => {
  beforeAll(async () => {
    editor = await stores.users.add(aUser('eve', 'EDITOR'), null)
  })

  it('has one query and one mutation', () => {
    const sdl = writeTypeDefs(model)
    const lines = sdl.split('\n').filter((line) => /siteSettings|SiteSettings|SITE_SETTINGS/.test(line))
    expect(lines.map((line) => line.trim()).filter((line) => !line.startsWith('"'))).toEqual([
      'siteSettings: SiteSettings',
      'updateSiteSettings(input: UpdateSiteSettingsInput!): SiteSettings! @auth(role: READER)',
      'type SiteSettings {',
      'input UpdateSiteSettingsInput {',
    ])
  })

  it('is read by planned documents as by others', async () => {
    const context = aContext({ model, stores, caller: ANYBODY })
    const server = createServer(context)
    const query = '{ siteSettings { title menu { name } } }'
    const first = await server.ask(context, { query })
    expect(JSON.parse(String(first.body))).toMatchObject({
      data: { siteSettings: { title: 'A site', menu: [] } },
    })
    // The first requests of a document are answered without a plan.
    for (let again = 0; again < 5; again += 1)
      expect((await server.ask(context, { query })).body).toBe(first.body)
    expect(server.count().preparedReads).toBeGreaterThan(0)
  })

  it('is read and changed without an id', async () => {
    expect(await run('{ siteSettings { title isOpen budget version availableActions } }', null)).toEqual({
      siteSettings: { title: 'A site', isOpen: true, budget: null, version: 1, availableActions: [] },
    })
    const change =
      'mutation { updateSiteSettings(input: { title: "Mine", version: 1 }) { title version availableActions } }'
    expect(await run(change)).toEqual({
      updateSiteSettings: { title: 'Mine', version: 2, availableActions: ['update'] },
    })
    expect(await run(change)).toMatchObject({ code: 'CONFLICT' })
    expect(await run(change, null)).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await run('{ siteSettings { id title } }', null)).toMatchObject({
      siteSettings: { title: 'Mine' },
    })
  })
})
