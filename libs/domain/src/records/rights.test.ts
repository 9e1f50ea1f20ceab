import { and } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { ANYBODY, createRefusal } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { line, owner, state } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { contentModel, contentPolicy, builtInModel } from '../service/content-types.ts'
import { aContext, aRecord, aUser, callerOf, Tool, toolModel as model, Workshop } from '../testing/index.ts'
import { Category } from '../products/product.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { memoryStores } from '../testing/memory/memory-stores.ts'
import { MemoryTables } from '../testing/memory/memory-tables.ts'
import type { UserRole } from '../access/role-names.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import { deleteRecord } from './deletion/delete-record.ts'
import { createRecord, runOperation, updateRecord } from './record-operations.ts'
import { readRecord } from './record-reading.ts'

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

  it('C14.3 can be declared by the state and the owner of a record', async () => {
    const about = 'A test.'
    const Draft = record({
      name: 'Draft',
      plural: 'drafts',
      about,
      allowed: {
        read: { GUEST: (draft) => draft.stage.in(['SHOWN', 'CLOSED']), READER: 'own', EDITOR: 'all' },
        write: { READER: (draft, caller) => and(draft.writerId.eq(caller.id), draft.stage.ne('CLOSED')) },
        show: { READER: 'own' },
      },
      fields: {
        title: line(80, { about, search: 'A' }),
        stage: state(['PLANNED', 'SHOWN', 'CLOSED'], { about }),
        writer: owner({ about, inverse: 'drafts' }),
      },
      operations: (on) => ({
        show: on({ about, permission: 'show', from: ['PLANNED'], to: 'SHOWN' }),
        close: on({ about, permission: 'show', to: 'CLOSED' }),
      }),
    })
    const own = contentModel([Draft])
    const stores = memoryStores(new MemoryTables(), own)
    const people = await Promise.all(['ada', 'bob'].map((name) => stores.users.add(aUser(name), null)))
    const [ada, bob] = people.map((user) => aContext({ model: own, stores, caller: callerOf(user) }))
    const guest = aContext({ model: own, stores })
    if (!ada || !bob) throw new Error('There are two people.')
    const { id } = await createRecord(ada, Draft, { title: 'One' })
    const see = async (context: Context) =>
      (await readRecord(context, Draft, id, { fields: ['title'] })) !== null
    const run = (verb: string) =>
      runOperation(ada, Draft, Draft.operations[verb] as RecordOperation, {
        id,
        input: {},
        precondition: () => undefined,
      })
    const change = (context: Context) =>
      updateRecord(context, Draft, { id, change: { title: 'Two' }, precondition: () => undefined })
    expect([await see(guest), await see(bob), await see(ada)]).toEqual([false, false, true])
    await expect(change(bob)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await run('show')
    expect([await see(guest), await see(bob), await see(ada)]).toEqual([true, true, true])
    await expect(change(bob)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await change(ada)
    await run('close')
    await expect(change(ada)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(readPolicy(own, JSON.stringify(defaultPolicyFile(own))).policy.document).toEqual(
      own.policy.document,
    )
  })

  it('can be used in a policy file of its model only', () => {
    const file = JSON.stringify(defaultPolicyFile(model))
    expect(readPolicy(model, file).policy.document).toEqual(model.policy.document)
    expect(() => readPolicy(builtInModel, file)).toThrow('resources.tools: is not a resource of this service')
  })
})
