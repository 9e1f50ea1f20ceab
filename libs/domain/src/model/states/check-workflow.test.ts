import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { line, state, text, time } from '../fields/field-builders.ts'
import { ModelError } from '../checks/model-error.ts'
import type { Fields } from '../types/record-operation.ts'
import { record } from '../types/record.ts'
import { listUnreachedStates } from '../checks/check-operations.ts'

const about = 'A test.'
const STATES = ['DRAFT', 'OPEN', 'CLOSED'] as const

const declare = (fields: Fields) =>
  record({
    name: 'Job',
    plural: 'jobs',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, publish: { ADMIN: 'all' } },
    fields: { title: line(80, { about }), ...fields },
  })

const findProblems = (fields: Fields): readonly string[] => {
  try {
    contentModel([...builtInModel.types, declare(fields)])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

/** A declaration without types can have any options. */
const anyState = (options: object) => ({ status: state(STATES, { about, ...options } as never) })

describe('C17.1 the options of a state', () => {
  it('may name initial states, transitions and the state that readers see', () => {
    const status = state(STATES, {
      about,
      initial: { DRAFT: true, OPEN: 'publish' },
      transitions: { DRAFT: { OPEN: 'publish' }, OPEN: { CLOSED: 'write' } },
      published: 'OPEN',
    })
    expect(findProblems({ status })).toEqual([])
  })

  it('refuse an unknown word when they are compiled', () => {
    // @ts-expect-error -- no state has this name
    state(STATES, { about, transitions: { DRAFT: { OPENN: 'write' } } })
    // @ts-expect-error -- no state has this name
    state(STATES, { about, transitions: {}, published: 'PUBLISHED' })
    // @ts-expect-error -- an initial state needs true or an action
    state(STATES, { about, transitions: {}, initial: { DRAFT: false } })
  })

  it.each<[string, object, readonly string[]]>([
    [
      'initial states without transitions',
      { initial: { DRAFT: true } },
      ['initial needs transitions: without them, the first state is the state of a new record'],
    ],
    ['no initial state', { transitions: {}, initial: {} }, ['initial needs a state for new records']],
    [
      'unknown states',
      {
        initial: { NEW: true },
        transitions: { NEW: { OPEN: 'write' }, DRAFT: { GONE: 'write' } },
        published: 'SEEN',
      },
      [
        'initial names the state NEW; write one of DRAFT, OPEN, CLOSED',
        'transitions names the state NEW; write one of DRAFT, OPEN, CLOSED',
        'transitions.DRAFT names the state GONE; write one of DRAFT, OPEN, CLOSED',
        'published names the state SEEN; write one of DRAFT, OPEN, CLOSED',
      ],
    ],
    [
      'other forms',
      { initial: 'DRAFT', transitions: { DRAFT: ['OPEN'], OPEN: { OPEN: 'write', CLOSED: true } } },
      [
        'initial must be an object of states, such as { DRAFT: true }',
        "transitions.DRAFT must be an object of states, such as { OPEN: 'write' }",
        'transitions.OPEN leads to OPEN itself; leave it out',
        'transitions.OPEN.CLOSED must be the action of the permission that it needs',
      ],
    ],
    [
      'transitions that are no object',
      { transitions: 'all' },
      ["transitions must be an object of states, such as { DRAFT: { OPEN: 'write' } }"],
    ],
  ])('refuse %s, all at once', (_, options, problems) => {
    expect(findProblems(anyState(options))).toEqual(problems.map((problem) => `Job.status: ${problem}`))
  })

  it('refuse an action that no role has', () => {
    expect(findProblems(anyState({ transitions: { DRAFT: { OPEN: 'opn' } } }))).toEqual([
      'Job.status: no role has jobs:opn; add the action to allowed of jobs',
    ])
  })

  it('keep publishedAt for the service', () => {
    const taken =
      'publishedAt is the time of the first publication, which the service sets; leave out the field, or rename it'
    const own = { publishedAt: text(90, { about }) }
    expect(findProblems({ ...anyState({ published: 'OPEN' }), ...own })).toEqual([`Job: ${taken}`])
    expect(findProblems({ ...anyState({}), publishedAt: time({ about }) })).toEqual([])
  })

  it('C17.10 name the states to which nothing leads', () => {
    const options = { transitions: { DRAFT: { OPEN: 'write' }, CLOSED: { DRAFT: 'write' } } }
    const model = contentModel([...builtInModel.types, declare(anyState(options))])
    expect(listUnreachedStates(model.typeNamed('Job'))).toEqual(['CLOSED'])
  })
})
