import { describe, expect, it } from 'vitest'
import { unconditional } from '../../context/precondition.ts'
import { createRecord, runOperation } from '../../records/record-operations.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { line, state } from '../fields/field-builders.ts'
import { aWorld } from '../../testing/world.ts'
import type { OperationBuilder } from '../types/record-operation.ts'
import { record } from '../types/record.ts'
import { ModelError } from './model-error.ts'
import { listUnreachedStates } from './check-operations.ts'

const about = 'A test.'

const createTool = (operation: { readonly from?: readonly string[]; readonly to?: string }) =>
  record({
    name: 'Tool',
    plural: 'tools',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    fields: { label: line(80, { about }), stage: state(['NEW', 'LENT', 'LOST'], { about }) },
    operations: (on) => ({ move: on({ about, permission: 'write', ...operation }) }),
  })

it('C17.10 a model can have a state to which no operation leads yet, and names it', () => {
  const unreached = (type: ReturnType<typeof createTool>) => {
    const model = contentModel([...builtInModel.types, type])
    return listUnreachedStates(model.typeNamed('Tool'))
  }
  expect(unreached(createTool({ to: 'LENT' }))).toEqual(['LOST'])
  expect(unreached(createTool({ from: ['LOST'], to: 'LENT' }))).toEqual(['LENT', 'LOST'])
  expect(unreached(createTool({}))).toEqual(['LENT', 'LOST'])
})

describe('C17.1 the event of an operation', () => {
  const createMemo = (event: unknown, more: object = {}) => {
    const declared = {
      name: 'Memo',
      plural: 'memos',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields: { label: line(80, { about }) },
      operations: (on: OperationBuilder<object>) => ({
        approve: on({ about, permission: 'write', event: event as string }, () => ({ label: 'Approved' })),
        wait: on({ about, permission: 'write' }, () => ({ label: 'Waiting' })),
      }),
      ...more,
    }
    return record(declared as never)
  }
  const findProblems = (...given: Parameters<typeof createMemo>): readonly string[] => {
    try {
      contentModel([...builtInModel.types, createMemo(...given)])
      return []
    } catch (error) {
      if (error instanceof ModelError) return error.problems
      throw error
    }
  }

  it('takes the place of updated, and other operations keep that', async () => {
    const type = createMemo('approved')
    const model = contentModel([...builtInModel.types, type])
    expect(model.eventNames).toEqual(
      expect.arrayContaining(['memo.updated', 'memo.approved', 'memo.deleted']),
    )
    const world = await aWorld(model)
    const context = { ...world.as(world.people.EDITOR), model, policy: model.policy }
    const { id } = await createRecord(context, type, { label: 'New' } as never)
    for (const verb of ['approve', 'approve', 'wait']) {
      const operation = type.operations[verb]
      if (operation === undefined) throw new Error(`The type has ${verb}.`)
      await runOperation(context, type, operation, { id, input: {}, precondition: unconditional })
    }
    const told = [...world.tables.events.values()].map((event) => event.type)
    // The second approval changes nothing.
    expect(told.filter((name) => name.startsWith('memo.'))).toEqual([
      'memo.created',
      'memo.approved',
      'memo.updated',
    ])
  })

  const transitions = { NEW: { OLD: 'write' } }
  const status = state(['NEW', 'OLD'], { about, transitions })
  it.each<[unknown, object, string]>([
    ['Approved', {}, 'event must be a verb in camelCase, such as approved, and is "Approved"'],
    [true, {}, 'event must be a verb in camelCase, such as approved, and is true'],
    ['deleted', {}, 'event cannot be deleted, which has another meaning; choose another verb'],
    [
      'approved',
      { fields: { label: line(80, { about }), status } },
      'event is for types without transitions: here each state has an event of its own; leave it out',
    ],
  ])('cannot be %j with %j', (event, more, wrong) => {
    expect(findProblems(event, more)).toEqual([`Memo.approve: ${wrong}`])
  })

  it('C17.4 keeps the verbs of the trash', () => {
    const operations = (on: OperationBuilder<object>) => ({
      restore: on({ about, permission: 'write' }),
      purge: on({ about, permission: 'write' }),
    })
    expect(findProblems(null, { operations })).toEqual([])
    const wrong = ['restore', 'purge'].map(
      (verb) => `Memo.${verb}: a type with a trash has an operation ${verb}; choose another verb`,
    )
    expect(findProblems(null, { operations, trash: true })).toEqual(expect.arrayContaining(wrong))
  })
})
