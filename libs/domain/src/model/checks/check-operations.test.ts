import { expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { line, state } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
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
