import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { ModelError } from '../checks/model-error.ts'
import { line, state, time } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, publish: { ADMIN: 'all' } } as const
const title = line(80, { about, optional: true })
const transitions = {
  DRAFT: { OPEN: 'publish' },
  OPEN: { CLOSED: 'write' },
  CLOSED: { OPEN: 'publish' },
} as const
const status = state(['DRAFT', 'OPEN', 'CLOSED'], { about, transitions, published: 'OPEN' })
const FORM = { name: 'Job', plural: 'jobs', about, allowed, fields: { title, status } } as const

/** A declaration without types can have any options. */
const declare = (options: object) => record({ ...FORM, ...options } as never)

const findProblems = (options: object): readonly string[] => {
  try {
    contentModel([...builtInModel.types, declare(options)])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C17.2 the schedule of a type', () => {
  it('names states, or all that have a transition to the published one, and adds two fields at the end', () => {
    const job = record({ ...FORM, schedule: true })
    expect(job.schedule).toEqual({ from: ['DRAFT', 'CLOSED'] })
    expect(Object.keys(job.attributes)).toEqual([
      'title',
      'status',
      'publishedAt',
      'scheduledFor',
      'scheduledBy',
    ])
    expect(Object.keys(job.shown)).toEqual(['title', 'status', 'publishedAt', 'scheduledFor'])
    expect(Object.keys(job.inputs)).toEqual(['title', 'status'])
    expect(record({ ...FORM, schedule: { from: ['DRAFT'] } }).schedule).toEqual({ from: ['DRAFT'] })
    expect(record(FORM)).toMatchObject({ schedule: null })
    for (const schedule of [true, { from: ['DRAFT'] }, { from: ['CLOSED', 'DRAFT'] }])
      expect(findProblems({ schedule })).toEqual([])
  })

  const noPublished = state(['DRAFT', 'OPEN'], { about, transitions: { DRAFT: { OPEN: 'write' } } })
  const noTransitions = state(['DRAFT', 'OPEN'], { about, published: 'OPEN' })
  const away = { OPEN: { DRAFT: 'write' } } as const
  const noWay = state(['DRAFT', 'OPEN'], { about, transitions: away, published: 'OPEN' })
  it.each<[string, object, readonly string[]]>([
    [
      'no state',
      { schedule: true, fields: { title } },
      ['schedule needs a state; add field.state([…], { transitions, published })'],
    ],
    [
      'no published state',
      { schedule: true, fields: { title, status: noPublished } },
      ['schedule needs a published state; add published to the options of the state'],
    ],
    [
      'no transitions',
      { schedule: true, fields: { title, status: noTransitions } },
      ['schedule needs transitions; add them to the options of the state'],
    ],
    [
      'no transition to the published state',
      { schedule: true, fields: { title, status: noWay } },
      ['schedule needs a transition to OPEN, and no state has one'],
    ],
    [
      'unknown and unfit states',
      { schedule: { from: ['DRAFTS', 'OPEN', 'DRAFT', '__proto__'] } },
      [
        'schedule.from names the state DRAFTS; write one of DRAFT, OPEN, CLOSED',
        'schedule.from names OPEN, which has no transition to OPEN; leave it out, or add the transition',
        'schedule.from names the state __proto__; write one of DRAFT, OPEN, CLOSED',
      ],
    ],
    ['no states', { schedule: { from: [] } }, ["schedule.from must be a list of states, such as ['DRAFT']"]],
    [
      'a mistyped option',
      { schedule: { form: ['DRAFT'] } },
      [
        'schedule: no option has the name form; did you mean from?',
        "schedule.from must be a list of states, such as ['DRAFT']",
      ],
    ],
    [
      'another form',
      { schedule: 'DRAFT' },
      ['schedule must be true, or states such as { from: [\'DRAFT\'] }, and is "DRAFT"'],
    ],
    [
      'false',
      { schedule: false },
      ["schedule must be true, or states such as { from: ['DRAFT'] }, and is false"],
    ],
    [
      'fields of the same names',
      {
        schedule: true,
        fields: { title, status, scheduledFor: time({ about, optional: true }), scheduledBy: title },
      },
      [
        'the schedule has a field scheduledFor; give your field scheduledFor another name',
        'the schedule has a field scheduledBy; give your field scheduledBy another name',
      ],
    ],
    [
      'a fixed type',
      { schedule: true, fixed: true },
      ['a record of a fixed type never changes; remove schedule'],
    ],
    [
      'several at once',
      { schedule: { from: ['X'], at: 1 }, fixed: true },
      [
        'schedule: no option has the name at; use one of from',
        'schedule.from names the state X; write one of DRAFT, OPEN, CLOSED',
        'a record of a fixed type never changes; remove schedule',
      ],
    ],
  ])('is refused at the start with %s', (_, options, problems) => {
    expect(findProblems(options)).toEqual(expect.arrayContaining(problems.map((each) => `Job: ${each}`)))
  })

  it('C17.4 does not publish what a state says is deleted', () => {
    const states = ['DRAFT', 'OPEN', 'GONE'] as const
    const moves = { DRAFT: { OPEN: 'publish', GONE: 'write' }, GONE: { OPEN: 'publish' } } as const
    const fields = { title, status: state(states, { about, transitions: moves, published: 'OPEN' }) }
    expect(record({ ...FORM, fields, trash: 'GONE', schedule: true }).schedule).toEqual({ from: ['DRAFT'] })
    expect(findProblems({ fields, trash: 'GONE', schedule: { from: ['GONE'] } })).toEqual([
      'Job: schedule.from names GONE, the state of deleted records; leave it out',
    ])
  })

  it('is refused for a type with one record', () => {
    expect(findProblems({ schedule: true, single: true, plural: undefined })).toContain(
      'Job: a single type has no schedule: its addresses name a record by its id; remove schedule',
    )
  })

  it('does not compile for a type with one record, and keeps its verbs from operations', () => {
    // @ts-expect-error -- a type with one record has no schedule
    record({ name: 'Home', about, allowed, single: true, fields: { title }, schedule: true })
    const operations = (on: (declared: object) => unknown) => ({
      schedule: on({ about, permission: 'write' }),
      unschedule: on({ about, permission: 'write' }),
    })
    expect(findProblems({ operations })).toEqual([])
    expect(findProblems({ operations, schedule: true })).toEqual(
      expect.arrayContaining(
        ['schedule', 'unschedule'].map(
          (verb) => `Job.${verb}: a type with a schedule has an operation ${verb}; choose another verb`,
        ),
      ),
    )
  })
})
