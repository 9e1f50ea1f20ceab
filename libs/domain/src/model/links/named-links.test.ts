import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { ModelError } from '../checks/model-error.ts'
import type { RecordId } from '../fields/field.ts'
import { line, many, one, state } from '../fields/field-builders.ts'
import type { ContentModel } from '../content-model.ts'
import type { RecordType } from '../types/record-type.ts'
import type { NewOf, RecordOf } from '../types/record-values.ts'
import { record } from '../types/record.ts'
import { listLateLinks } from './own-links.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const label = line(80, { about })

const Team = record({
  name: 'Team',
  plural: 'teams',
  about,
  allowed: { read: { GUEST: (team) => team.captain.isKnown.eq('YES') }, write: { EDITOR: 'all' } },
  fields: {
    label,
    captain: one('Player', { about, optional: true, inverse: 'captainOf' }),
    fans: many('User', { about }),
    rivals: many('Team', { about }),
    owner: one('User', { about, optional: true }),
  },
})
const Player = record({
  name: 'Player',
  plural: 'players',
  about,
  allowed,
  fields: {
    label,
    isKnown: state(['NO', 'YES'], { about }),
    team: one(Team, { about, inverse: 'players', onDelete: 'cascade' }),
  },
  operations: (on) => ({
    move: on({ about, permission: 'write', input: { to: one('Team', { about }) } }, (_player, { to }) => ({
      teamId: to,
    })),
  }),
})
const createModel = (...types: readonly RecordType[]): ContentModel =>
  contentModel([...builtInModel.types, ...types])
const findProblems = (...types: readonly RecordType[]): readonly string[] => {
  try {
    createModel(...types)
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}
/** A type with a link, or with links to many records. */
const linking = (name: string, plural: string, link: RecordType['fields'], more: object = {}): RecordType =>
  record({ name, plural, about, allowed, fields: { label, ...link }, ...more })

describe('C15.21 links by name', () => {
  const model = createModel(Team, Player)

  it('lead to the type with the name', () => {
    const { fields, links } = model.typeNamed('Team')
    const user = { name: 'User', plural: 'users', word: 'user', isNumbered: true }
    expect(fields).toMatchObject({
      captain: { to: { name: 'Player', plural: 'players', word: 'player', isNumbered: false } },
      owner: { to: user, onDelete: 'clear' },
      fans: { toMany: user },
      rivals: { toMany: { name: 'Team', plural: 'teams' } },
    })
    expect(links.map(({ field }) => field.to.plural)).toEqual(['players', 'users'])
    expect(model.relation('teams', 'captain').to).toBe('players')
    expect(model.inverseLinks({ name: 'Player' }).map(({ name }) => name)).toEqual(['captainOf'])
    expect(model.typeNamed('Player').operations['move']?.input['to']).toMatchObject({
      to: { plural: 'teams' },
    })
  })

  it('have the id of the named type', () => {
    expectTypeOf<RecordOf<typeof Team>['captainId']>().toEqualTypeOf<RecordId<'Player'> | null>()
    expectTypeOf<RecordOf<typeof Team>['rivalIds']>().toEqualTypeOf<readonly RecordId<'Team'>[]>()
    expectTypeOf<NewOf<typeof Team>['captainId']>().toEqualTypeOf<string | null | undefined>()
    // @ts-expect-error -- a required link cannot be cleared
    one('Player', { about, onDelete: 'clear' })
  })

  it('order the types so that the optional link of a circle leads to a later type', () => {
    const order = model.linkedFirst.map(({ name }) => name)
    expect(order.indexOf('Team')).toBeLessThan(order.indexOf('Player'))
    expect(listLateLinks(model.typeNamed('Team')).map(({ name }) => name)).toEqual(['captain', 'rivals'])
    expect(listLateLinks(model.typeNamed('Player'))).toEqual([])
  })

  it('leave a model without names as it is', () => {
    const Shelf = linking('Shelf', 'shelves', {})
    const Book = linking('Book', 'books', { shelf: one(Shelf, { about }) })
    expect(createModel(Book, Shelf).typeNamed('Book')).toBe(Book)
  })

  it('carry rights', () => {
    const reader = { id: null, roles: ['GUEST'], permissions: [] }
    const asked = (isKnown: string) =>
      model.policy.can(reader, 'teams:read' as never, { captain: { isKnown } } as never)
    expect([asked('YES'), asked('NO')]).toEqual([true, false])
  })
})

describe('C15.21 links by name that cannot work', () => {
  const captain = one('Player', { about, optional: true })

  test.each<[string, readonly RecordType[], readonly string[]]>([
    [
      'a mistyped name',
      [linking('Team', 'teams', { captain: one('Playr', { about }) }), linking('Player', 'players', {})],
      ['Team.captain: the model has no content type Playr; did you mean Player?'],
    ],
    [
      'a name in small letters',
      [linking('Team', 'teams', { captains: many('player', { about }) }), linking('Player', 'players', {})],
      ['Team.captains: the model has no content type player; did you mean Player?'],
    ],
    [
      'a mistyped name in the input of an operation',
      [
        linking(
          'Team',
          'teams',
          {},
          {
            operations: (on: (declared: object) => unknown) => ({
              join: on({ about, permission: 'write', input: { to: one('Taem', { about }) } }),
            }),
          },
        ),
      ],
      ['to: the model has no content type Taem; did you mean Team?'],
    ],
    [
      'a wrong right through the link',
      [
        record({
          name: 'Team',
          plural: 'teams',
          about,
          allowed: { ...allowed, read: { GUEST: (team) => team.captain.isKnwon.eq('YES') } },
          fields: { label, captain },
        }),
        Player,
      ],
      ['unknown attribute "isKnwon" of players; did you mean isKnown?'],
    ],
    [
      'a wrong permission through the link',
      [
        record({
          name: 'Team',
          plural: 'teams',
          about,
          allowed: { ...allowed, read: { GUEST: (team) => team.captain.may('players:raed') } },
          fields: { label, captain },
        }),
        Player,
      ],
      ['players:raed'],
    ],
    [
      'a circle that has no beginning',
      [
        linking('Team', 'teams', { captain: one('Player', { about }) }),
        linking('Player', 'players', { team: one('Team', { about }) }),
      ],
      [
        'Team: the links lead in a circle, Team → Player → Team, so that no record can be the first; add optional: true to one of them',
      ],
    ],
    [
      'a required link to the own type',
      [linking('Team', 'teams', { parent: one('Team', { about }) })],
      ['Team.parent: the first record cannot link to another one of its type; add optional: true'],
    ],
    [
      'a fixed type that closes a circle',
      [
        linking('Team', 'teams', { captain }, { fixed: true }),
        linking('Player', 'players', { team: one('Team', { about }) }),
      ],
      ['Team.captain: the link closes a circle of types'],
    ],
  ])('%s', (_what, types, expected) => {
    expect(findProblems(...types)).toEqual(expected.map((part) => expect.stringContaining(part)))
  })

  it('are the way out for two files that import each other', () => {
    expect(() => one(undefined as never, { about } as never)).toThrow('write the name of the type')
  })

  it('are no longer circles if one link can be empty, wherever it stands', () => {
    const named = { about, optional: true } as const
    expect(
      findProblems(
        linking('Page', 'pages', { chapter: one('Chapter', { about }) }),
        linking('Chapter', 'chapters', { volume: one('Volume', { about }) }),
        linking('Volume', 'volumes', { cover: one('Page', named) }),
        linking(
          'Mark',
          'marks',
          { page: one('Page', named), chapters: many('Chapter', { about }) },
          { fixed: true, fields: { page: one('Page', named), label } },
        ),
      ),
    ).toEqual([])
  })
})
