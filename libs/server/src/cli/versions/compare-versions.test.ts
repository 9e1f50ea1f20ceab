import { builtInModel, Category, contentModel, field, record, User } from '@content-service/domain'
import { describe, expect, it } from 'vitest'
import { listEarlierDefaults } from './accepted-default.ts'
import { compareVersions, describeComparison } from './compare-versions.ts'
import { describeModel } from './type-document.ts'

const about = 'A test.'
type Fields = Parameters<typeof record>[0]['fields']

const title = field.line(80, { about })

/** The document of a version, as a file has it. */
const createVersion = (fields: Fields, to: readonly string[] = [], more: object = {}) => {
  const type = record({
    name: 'Tool',
    plural: 'tools',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    fields: { title, ...fields },
    ...more,
    operations: (on) =>
      Object.fromEntries(
        to.map((state, place) => [`move${place}`, on({ about, permission: 'write', to: state })]),
      ),
  })
  const text = JSON.stringify(describeModel(contentModel([...builtInModel.types, type])))
  return JSON.parse(text) as ReturnType<typeof describeModel>
}

const compare = (before: ReturnType<typeof createVersion>, after: ReturnType<typeof createVersion>) =>
  describeComparison(compareVersions(before, after))

const states = (...words: readonly string[]) => ({ stage: field.state(words, { about }) })
const choice = (optional: boolean, ...words: readonly string[]) => ({
  course: field.choice(words, { about, optional }),
})
const integer = (optional: boolean) => ({ copies: field.integer(1, 20, { about, optional }) })

describe('C17.10 two versions beside each other', () => {
  it.each<[string, Parameters<typeof createVersion>, Parameters<typeof createVersion>]>([
    ['the same declarations', [integer(false)], [integer(false)]],
    ['an optional field that is added', [{}], [integer(true)]],
    [
      'a required field with an initial value that is added',
      [{}],
      [{ isNew: field.flag({ about, initial: false }) }],
    ],
    ['an optional field that is removed', [integer(true)], [{}]],
    ['a required field with a least value that is removed', [integer(false)], [{}]],
    ['a required text without a least length that is removed', [{ note: field.text(9, { about }) }], [{}]],
    ['a required link that is removed', [{ shelf: field.one(Category, { about }) }], [{}]],
    ['an optional link that is added', [{}], [{ reader: field.one(User, { about, optional: true }) }]],
    ['an owner that is added', [{}], [{ owner: field.owner({ about }) }]],
    ['links to many records that are added', [{}], [{ shelves: field.many(Category, { about }) }]],
    ['a state to which no operation leads', [states('NEW')], [states('NEW', 'OLD')]],
    ['the same words of a choice', [choice(false, 'A', 'B')], [choice(false, 'B', 'A')]],
    ['another limit', [{ note: field.text(9, { about }) }], [{ note: field.text(5, { about }) }]],
    [
      'a unique field',
      [{ code: field.line(9, { about }) }],
      [{ code: field.line(9, { about, unique: true }) }],
    ],
  ])('can run with %s', (_, before, after) => {
    expect(compare(createVersion(...before), createVersion(...after))).toMatch(
      /^Processes of both versions can run beside each other\./,
    )
  })

  it.each<[string, Parameters<typeof createVersion>, Parameters<typeof createVersion>, readonly RegExp[]]>([
    [
      'a state to which an operation leads',
      [states('NEW')],
      [states('NEW', 'OLD'), ['OLD']],
      [
        /1\. In a release before this version: Release Tool\.stage with OLD/,
        /2\. In this version: Release the operations/,
      ],
    ],
    [
      'a state that is removed',
      [states('NEW', 'OLD'), ['OLD']],
      [states('NEW')],
      [/1\. .*without an operation that leads to OLD/, /2\. .*Move the records in OLD/],
    ],
    [
      'a word of a choice that is added',
      [choice(false, 'A')],
      [choice(false, 'A', 'B')],
      [/do not show records with a word/, /1\. In this version: Let your clients send B when no process/],
    ],
    [
      'a word of an optional choice that is removed',
      [choice(true, 'A', 'B')],
      [choice(true, 'A')],
      [/1\. .*Let no client send B/, /2\. .*Give the records with B another word/],
    ],
    [
      'a required field that is added',
      [{}],
      [integer(false)],
      [/1\. In this version: .*Tool\.copies a default/],
    ],
    [
      'a required link that is added',
      [{}],
      [{ shelf: field.one(Category, { about }) }],
      [/1\. In a release before.*optional link/, /2\. In this version: Make Tool\.shelf required/],
    ],
    [
      'a required line that is removed',
      [{ code: field.line(9, { about }) }],
      [{}],
      [/1\. .*default that the version before accepts/, /2\. In the release after it: Drop the column/],
    ],
    [
      'a field that becomes required',
      [integer(true)],
      [integer(false)],
      [/Stop all processes of the version before/],
    ],
    [
      'a field that becomes optional',
      [integer(false)],
      [integer(true)],
      [/Stop all processes of the version before/],
    ],
    [
      'a trash',
      [{}],
      [{}, [], { trash: true }],
      [/Tool changes its trash/, /Stop all processes of the version before/],
    ],
    [
      'a field of another kind',
      [integer(false)],
      [{ copies: field.line(9, { about }) }],
      [/was integer and is line/, /1\. .*a new field of another name/, /2\. .*Remove Tool\.copies/],
    ],
  ])('need steps for %s', (_, before, after, expected) => {
    const text = compare(createVersion(...before), createVersion(...after))
    expect(text).toMatch(/^Processes of both versions cannot run beside each other as they are:\n- Tool/)
    for (const each of expected) expect(text).toMatch(each)
  })

  it('can run with articles of a release that did not name their trash', () => {
    const before = createVersion({})
    const types = before.types.map(({ trash: _, ...type }) => type)
    expect(compare({ types }, createVersion({}))).toMatch(/^Processes of both versions can run/)
  })

  it('cannot run with names that a migration changes, whatever links to them', () => {
    const document = (types: Parameters<typeof contentModel>[0]) =>
      JSON.parse(
        JSON.stringify(describeModel(contentModel([...builtInModel.types, ...types]))),
      ) as ReturnType<typeof describeModel>
    const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
    const create = (name: string, field_: string, more: object = {}, renamed: object = {}) => {
      const Target = record({
        name,
        plural: `${name.toLowerCase()}s`,
        about,
        allowed,
        ...more,
        fields: { [field_]: field.line(80, { about, ...renamed }) },
      })
      const link = field.one(Target, { about })
      return [Target, record({ name: 'Copy', plural: 'copies', about, allowed, fields: { title, link } })]
    }
    const [before, after] = [
      document(create('Book', 'title')),
      document(create('Novel', 'headline', { renamedFrom: 'Book' }, { renamedFrom: 'title' })),
    ]
    expect(compareVersions(before, after).map(({ problem }) => problem)).toEqual([
      'Novel was Book, so that processes of the version before fail when the migration has run.',
      'Novel.headline was title, so that processes of the version before fail when the migration has run.',
    ])
    expect(compareVersions(after, after)).toEqual([])
  })

  it('know the defaults that the version before accepts', () => {
    const version = createVersion({
      ...integer(false),
      note: field.text(9, { about }),
      weight: field.number(0.5, { about }),
      isNew: field.flag({ about, initial: true }),
    })
    expect(Object.fromEntries(listEarlierDefaults(version))).toMatchObject({
      'tools.copies': '1',
      'tools.note': "''",
      'tools.weight': '0.5',
      'tools.isNew': "'true'",
      'tools.title': null,
    })
  })
})
