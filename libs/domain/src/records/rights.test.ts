import { describe, expect, it } from 'vitest'
import { ANYBODY, createRefusal } from '../access/access.ts'
import { contentPolicy, builtInModel } from '../service/content-types.ts'
import { aContext, aRecord, aUser, callerOf, Tool, toolModel as model, Workshop } from '../testing/index.ts'
import { Category } from '../products/product.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { memoryStores } from '../testing/memory/memory-stores.ts'
import { MemoryTables } from '../testing/memory/memory-tables.ts'
import type { UserRole } from '../access/role-names.ts'
import type { RecordOperation } from '../model/record-operation.ts'
import { createRecord, deleteRecord, runOperation, updateRecord } from './record-operations.ts'

const context = async (role: UserRole) => {
  const stores = memoryStores(new MemoryTables(), model)
  const user = await stores.users.add(aUser(role.toLowerCase(), role), null)
  const shelf = await stores.records(Category).add(aRecord(stores, Category, { name: 'Shelf' }))
  const given = { serialNumber: '7', copies: 1, shelfId: shelf.id }
  return { acting: aContext({ model, stores, caller: callerOf(user) }), given }
}

describe('the rights of a declared type', () => {
  it('belong to the policy of its model and to no other policy', () => {
    expect(model.policy.permissions).toEqual(
      expect.arrayContaining(['tools:read', 'tools:write', 'tools:delete']),
    )
    expect(contentPolicy.permissions).not.toContain('tools:read')
    expect(model.policy.can(ANYBODY, Tool.permissions.read as never)).toBe(true)
    expect(model.policy.can(ANYBODY, Tool.permissions.write as never)).toBe(false)
  })

  it('decide which roles write and which roles delete', async () => {
    const editor = await context('EDITOR')
    const { id } = await createRecord(editor.acting, Tool, editor.given)
    await expect(deleteRecord(editor.acting, Tool, id)).rejects.toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: 'You need the permission tools:delete.' }),
    )
    const author = await context('AUTHOR')
    await expect(createRecord(author.acting, Tool, author.given)).rejects.toThrow('tools:write')
    const admin = await context('ADMIN')
    const tool = await createRecord(admin.acting, Tool, admin.given)
    await deleteRecord(admin.acting, Tool, tool.id)
    expect(await admin.acting.stores.records(Tool).get(tool.id)).toBeNull()
  })

  it('C7.8 a refusal speaks of this record to a caller who has the permission for others', async () => {
    const { acting } = await context('READER')
    expect(createRefusal(acting, 'users:write').message).toBe(
      'You need the permission users:write for this record.',
    )
    expect(createRefusal(acting, 'articles:publish').message).toBe(
      'You need the permission articles:publish.',
    )
  })

  it('can depend on the state of a record, including a new record', async () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const isPlanned = { op: 'eq', attribute: 'progress', value: 'PLANNED' }
    const rule = { effect: 'allow', permissions: ['workshops:write'], when: isPlanned }
    const planners = { ...roles, PLANNER: { inherits: ['GUEST'], rules: [rule] } }
    const { policy } = readPolicy(model, JSON.stringify({ ...file, roles: planners }))
    const { acting: audited, given } = await context('ADMIN')
    const caller = { ...audited.caller, roles: ['PLANNER'] }
    const planner = { ...audited, policy, caller }
    const input = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', subjectId: given.shelfId }
    const { id } = await createRecord(planner, Workshop, input)
    const open = Workshop.operations['open'] as RecordOperation
    await runOperation(audited, Workshop, open, { id, input: {}, precondition: () => undefined })
    const change = { id, change: { title: 'Lead' }, precondition: () => undefined }
    await expect(updateRecord(planner, Workshop, change)).rejects.toThrow('workshops:write')
  })

  it('can be used in a policy file of its model only', () => {
    const file = JSON.stringify(defaultPolicyFile(model))
    expect(readPolicy(model, file).policy.document).toEqual(model.policy.document)
    expect(() => readPolicy(builtInModel, file)).toThrow('resources.tools: is not a resource of this service')
  })
})
