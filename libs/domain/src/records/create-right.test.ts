import { beforeEach, describe, expect, it } from 'vitest'
import type { UserRole } from '../access/role-names.ts'
import type { Context, Stores } from '../context/context.ts'
import { line, one, owner, state } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables } from '../testing/index.ts'
import { createRecord, updateRecord } from './record-operations.ts'
import { declareTypeOperations } from './type-operations.ts'

const about = 'A test.'

const Board = record({
  name: 'Board',
  plural: 'boards',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own' }, open: { ADMIN: 'all' } },
  fields: {
    title: line(80, { about }),
    stage: state(['CLOSED', 'OPEN'], { about }),
    keeper: owner({ about }),
  },
  operations: (on) => ({ open: on({ about, permission: 'open', to: 'OPEN' }) }),
})

/** Readers write ideas on open boards, and only editors change them. */
const Idea = record({
  name: 'Idea',
  plural: 'ideas',
  about,
  allowed: {
    read: { GUEST: 'all' },
    create: { READER: (idea) => idea.board.stage.eq('OPEN') },
    write: { EDITOR: 'all' },
  },
  fields: { title: line(80, { about }), board: one(Board, { about }), author: owner({ about }) },
})
const model = contentModel([...builtInModel.types, Board, Idea])

describe('C14.3 the right to create records', () => {
  let stores: Stores
  const as = async (role: UserRole): Promise<Context> => {
    const user = await stores.users.add(aUser(role.toLowerCase(), role), null)
    return aContext({ model, stores, caller: callerOf(user) })
  }
  const withScopes = ({ caller, ...context }: Context, restrictedTo: readonly string[]): Context => ({
    ...context,
    caller: { ...caller, restrictedTo },
  })
  const aBoard = (admin: Context) => createRecord(admin, Board, { title: 'Plans' })
  const createIdea = (context: Context, boardId: string) =>
    createRecord(context, Idea, { title: 'Shade', boardId })

  beforeEach(() => {
    stores = memoryStores(new MemoryTables(), model)
  })

  it('is the right to write, if the type declares no other', () => {
    expect(Board.permissions).toMatchObject({ create: 'boards:write', write: 'boards:write' })
    expect(Idea.permissions).toMatchObject({ create: 'ideas:create', write: 'ideas:write' })
    expect(declareTypeOperations(Idea)['createIdea']).toMatchObject({ access: 'ideas:create' })
    expect(model.policy.permissions).toContain('ideas:create')
  })

  it('is asked on the record as it will be, with the facts of its links', async () => {
    const admin = await as('ADMIN')
    const reader = await as('READER')
    const { id } = await aBoard(admin)
    await expect(createIdea(reader, id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You need the permission ideas:create for this record.',
    })
    await stores.records(Board).change(id, (board) => ({ ...board, stage: 'OPEN' }))
    const idea = await createIdea(reader, id)
    const change = { id: idea.id, change: { title: 'Mine' }, precondition: () => undefined }
    await expect(updateRecord(reader, Idea, change)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You need the permission ideas:write.',
    })
  })

  it('once declared, the right to write creates nothing, and keys need the scope', async () => {
    const admin = await as('ADMIN')
    const { id } = await aBoard(admin)
    await stores.records(Board).change(id, (board) => ({ ...board, stage: 'OPEN' }))
    const writer = withScopes(admin, ['boards:read', 'ideas:read', 'ideas:write'])
    await expect(createIdea(writer, id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You need the permission ideas:create.',
    })
    const creator = withScopes(admin, ['boards:read', 'ideas:create'])
    expect(await createIdea(creator, id)).toMatchObject({ title: 'Shade' })
    await expect(createIdea(aContext({ model, stores }), id)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  it('comes to guests from the declaration alone: a policy file says not how long their records are kept', async () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const rule = { effect: 'allow' as const, permissions: ['boards:write', 'ideas:create'] }
    const { rules = [], ...guest } = roles['GUEST'] ?? {}
    const opened = { ...file, roles: { ...roles, GUEST: { ...guest, rules: [...rules, rule] } } }
    const { policy } = readPolicy(model, JSON.stringify(opened))
    await expect(aBoard({ ...aContext({ model, stores }), policy })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
