import { describe, expect, it } from 'vitest'
import { ContentError } from '../rules/errors.ts'
import { aContext } from '../testing/builders.ts'
import { memoryStores } from '../testing/memory/memory-stores.ts'
import { MemoryTables } from '../testing/memory/memory-tables.ts'
import { runAudited, auditRefusals, noteRefusal } from './run-audited.ts'
import type { RefusedOperation } from './refusals.ts'

const FORBIDDEN = new ContentError('FORBIDDEN', 'no')
const UUID = '01981f2e-0000-7000-8000-000000000000'

const setUp = () => {
  const tables = new MemoryTables()
  return { tables, context: aContext({ stores: memoryStores(tables) }) }
}

const field = (name: string, id = '7'): RefusedOperation => ({
  action: 'privateField',
  id,
  field: `User.${name}`,
})

describe('C12.6 the refusals of one request', () => {
  it('have one entry per field and reason, at most three, and the last one counts the others', async () => {
    const { tables, context } = setUp()
    await auditRefusals(context, async (within) => {
      for (const name of ['status', 'status', 'preferences', 'a', 'b', 'c'])
        await noteRefusal(within, FORBIDDEN, field(name))
      await noteRefusal(within, new ContentError('UNAUTHENTICATED', 'no'), field('status'))
    })
    expect([...tables.auditEntries.values()]).toMatchObject([
      { action: 'privateField', field: 'User.status', reason: 'FORBIDDEN', moreRefused: 0, decision: 'DENY' },
      { field: 'User.preferences', moreRefused: 0 },
      { field: 'User.a', moreRefused: 4 },
    ])
  })

  it('are entered with one call, even if the request fails', async () => {
    const { tables, context } = setUp()
    const request = auditRefusals(context, async (within) => {
      await noteRefusal(within, FORBIDDEN, field('status'))
      expect(tables.auditEntries.size).toBe(0)
      throw new Error('something else')
    })
    await expect(request).rejects.toThrow('something else')
    expect(tables.auditEntries.size).toBe(1)
  })

  it('do not include other errors', async () => {
    const { tables, context } = setUp()
    await noteRefusal(context, new ContentError('NOT_FOUND', 'no'), field('status'))
    await noteRefusal(context, new Error('no'), field('status'))
    expect(tables.auditEntries.size).toBe(0)
  })

  it.each([
    ['updateArticle', UUID, UUID],
    ['updateArticle', 'x'.repeat(1_000_000), null],
    ['updateArticle', '7', null],
    ['updateUser', '7', '7'],
    ['updateUser', '07', null],
    ['updateUser', UUID, null],
    ['deleteOAuthClient', 'a-client', 'a-client'],
    ['deleteOAuthClient', 'x'.repeat(101), null],
  ] as const)('%s of an id has the id only if it can name a record', async (action, id, stored) => {
    const { tables, context } = setUp()
    const refuse = () => {
      throw FORBIDDEN
    }
    await expect(runAudited(context, { action, id }, refuse)).rejects.toThrow('no')
    expect([...tables.auditEntries.values()]).toMatchObject([{ resourceId: stored }])
  })
})
