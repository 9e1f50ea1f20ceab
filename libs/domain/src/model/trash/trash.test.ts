import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { flag, line, state } from '../fields/field-builders.ts'
import { ModelError } from '../checks/model-error.ts'
import { record } from '../types/record.ts'

const about = 'A test.'
const transitions = { DRAFT: { OPEN: 'write', GONE: 'write' }, GONE: { DRAFT: 'write' } } as const
const status = state(['DRAFT', 'OPEN', 'GONE'], { about, transitions, published: 'OPEN' })

const findProblems = (declared: object): readonly string[] => {
  const declaration = {
    name: 'Memo',
    plural: 'memos',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    ...declared,
  }
  try {
    contentModel([...builtInModel.types, record(declaration as never)])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C17.4 the option trash', () => {
  const title = line(20, { about })

  it('may be true, or a state that transitions leave', () => {
    expect(findProblems({ trash: true, fields: { title } })).toEqual([])
    expect(findProblems({ trash: true, fields: { title, status } })).toEqual([])
    expect(findProblems({ trash: 'GONE', fields: { title, status } })).toEqual([])
  })

  it.each<[string, object, readonly string[]]>([
    [
      'another value',
      { trash: 'yes', fields: { title } },
      ['trash names the state yes, and the type has no states; write trash: true'],
    ],
    [
      'no value',
      { trash: false, fields: { title } },
      ['trash must be true, or the state of deleted records, and is false'],
    ],
    [
      'an unknown state',
      { trash: 'LOST', fields: { title, status } },
      ['trash names the state LOST; write one of DRAFT, OPEN, GONE, or true'],
    ],
    [
      'the first state',
      { trash: 'DRAFT', fields: { title, status } },
      ['no new record can be in the trash; choose another first state than DRAFT'],
    ],
    [
      'the state that readers see',
      { trash: 'OPEN', fields: { title, status } },
      ['readers see the state OPEN; choose another state for the trash'],
    ],
    [
      'a state without transitions',
      { trash: 'B', fields: { title, status: state(['A', 'B'], { about }) } },
      ['trash names the state B, which only transitions leave; add transitions, or write trash: true'],
    ],
    [
      'a fixed type',
      { trash: true, fixed: true, fields: { title } },
      ['a record of a fixed type never changes, so that it is deleted at once; remove trash'],
    ],
    [
      'the names of the trash',
      {
        trash: true,
        fields: { title, deleted: flag({ about, initial: false }), deletedAt: line(9, { about }) },
      },
      [
        'trash gives the type a deletedAt of its own; rename the field deletedAt',
        'trash gives the type a deleted of its own; rename the field deleted',
      ],
    ],
  ])('refuses %s', (_, declared, problems) => {
    expect(findProblems(declared)).toEqual(problems.map((problem) => `Memo: ${problem}`))
  })

  it('gives administrators the permission to erase, unless the declaration says more', () => {
    const declare = (more: object) =>
      contentModel([
        record({
          name: 'Memo',
          plural: 'memos',
          about,
          trash: true,
          allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, ...more },
          fields: { title },
        }),
      ])
    const may = (model: ReturnType<typeof declare>, role: string) =>
      model.policy.can({ id: 1, roles: [role], permissions: [] } as never, 'memos:purge' as never)
    expect([may(declare({}), 'EDITOR'), may(declare({}), 'ADMIN')]).toEqual([false, true])
    expect(may(declare({ purge: { EDITOR: 'all' } }), 'EDITOR')).toBe(true)
  })
})

describe('C17.1 the events of states', () => {
  const ofStates = (states: readonly [string, ...string[]], more: object = {}) => ({
    fields: {
      title: line(20, { about }),
      status: state(states, { about, transitions: { [states[0]]: {} }, ...more } as never),
    },
  })

  it.each<[string, object, readonly string[]]>([
    [
      'a word with another meaning',
      ofStates(['NEW', 'UPDATED']),
      ['the event of the state UPDATED would be updated, which has another meaning; rename the state'],
    ],
    [
      'a deleted state that is no trash',
      ofStates(['NEW', 'DELETED']),
      ['the event of the state DELETED would be deleted, which has another meaning; rename the state'],
    ],
    [
      'one word for two states',
      ofStates(['IN_2', 'IN2']),
      ['the states IN_2 and IN2 would have one event, in2; rename one of them'],
    ],
  ])('refuse %s', (_, declared, problems) => {
    expect(findProblems(declared)).toEqual(problems.map((problem) => `Memo: ${problem}`))
  })

  it('have names in camelCase, and only with transitions', () => {
    const listEvents = (declared: object): readonly string[] => {
      const declaration = {
        name: 'Memo',
        plural: 'memos',
        about,
        allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      }
      return contentModel([record({ ...declaration, ...declared } as never)]).eventNames.filter((each) =>
        each.startsWith('memo.'),
      )
    }
    expect(listEvents(ofStates(['NEW', 'IN_REVIEW'], { published: 'IN_REVIEW' }))).toEqual(
      ['created', 'updated', 'new', 'inReview', 'unpublished', 'deleted'].map((verb) => `memo.${verb}`),
    )
    const plain = {
      fields: { title: line(20, { about }), status: state(['NEW', 'OLD'], { about, published: 'OLD' }) },
    }
    expect(listEvents(plain)).toEqual(['memo.created', 'memo.updated', 'memo.deleted'])
  })
})
