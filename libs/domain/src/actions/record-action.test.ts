import { describe, expect, it } from 'vitest'
import { ANYBODY } from '../access/access.ts'
import { notFound } from '../rules/errors.ts'
import { builtInModel } from '../service/content-types.ts'
import { declareAction, listActionFields, listAvailable, sortActions } from './record-action.ts'
import { CREDENTIAL, demand, type Requirement } from './requirement.ts'

const anybody = { caller: ANYBODY, policy: builtInModel.policy }
const isOpen: Requirement<{ readonly open: boolean }> = {
  holds: (_, { open }) => open,
  refuse: () => notFound('door'),
}

describe('C12.8 the actions on a record', () => {
  const actions = sortActions([
    declareAction({ word: 'open', rules: [isOpen], operation: 'openDoor', reads: ['open'] }),
    declareAction({ word: 'close', rules: [], operation: 'closeDoor', blockedBy: 'isStuck' }),
    declareAction({ word: 'paint', rules: [CREDENTIAL], operation: 'paintDoor' }),
  ])

  it('are those whose rules hold, unless other records prevent them', () => {
    expect(listAvailable(anybody, actions, { open: true, isStuck: false })).toEqual(['close', 'open'])
    expect(listAvailable(anybody, actions, { open: false, isStuck: true })).toEqual([])
  })

  it('name the fields by which they decide', () => {
    expect(listActionFields(actions)).toEqual(['isStuck', 'open'])
  })

  it('have an operation of the model, for each action of each type', () => {
    const named = builtInModel.types.flatMap(({ plural }) =>
      builtInModel.actionsOf(plural).map(({ operation }) => operation),
    )
    expect(named.filter((name) => !builtInModel.hasOperation(name))).toEqual([])
    expect(named).toContain('deleteProduct')
  })
})

describe('demand', () => {
  it('throws the refusal of the first requirement that does not hold', () => {
    expect(() => demand(anybody, [isOpen, CREDENTIAL], { open: true })).toThrow('needs a credential')
    expect(() => demand(anybody, [isOpen, CREDENTIAL], { open: false })).toThrow('There is no door')
  })
})
