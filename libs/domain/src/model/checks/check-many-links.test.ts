import { describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import { Category } from '../../products/product.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { User } from '../../users/user.ts'
import { extendType } from '../types/extend-type.ts'
import { line, many } from '../fields/field-builders.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import type { NewOf, RecordOf } from '../types/record-values.ts'
import { record } from '../types/record.ts'
import { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const label = line(80, { about })
const tool = (fields: Fields, more: object = {}): RecordType =>
  record({ name: 'Tool', plural: 'tools', about, allowed, fields: { label, ...fields }, ...more })

const findProblems = (...types: readonly RecordType[]): readonly string[] => {
  try {
    const own = builtInModel.types.filter(({ name }) => !types.some((type) => type.name === name))
    contentModel([...own, ...types])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C14.2 links to many records', () => {
  it('have the name of their ids from the field, or from the declaration', () => {
    const type = record({
      name: 'Tool',
      plural: 'tools',
      about,
      allowed,
      fields: {
        label,
        users: many(User, { about }),
        categories: many(Category, { about }),
        staff: many(User, { about }),
        parts: many('self', { about, ids: 'made' }),
      },
    })
    expect(type.manyLinks.map(({ attribute, add, remove }) => [attribute, add, remove])).toEqual([
      ['userIds', 'addUserIds', 'removeUserIds'],
      ['categoryIds', 'addCategoryIds', 'removeCategoryIds'],
      ['staffIds', 'addStaffIds', 'removeStaffIds'],
      ['made', 'addMade', 'removeMade'],
    ])
    expect(Object.keys(type.attributes)).toEqual(['label'])
    expect(findProblems(type)).toEqual([])
    // The compiler knows the names, too.
    const given: NewOf<typeof type> = { label: 'L', categoryIds: [], staffIds: ['7'] }
    const read = (tool: RecordOf<typeof type>) => [...tool.userIds, ...tool.made]
    // @ts-expect-error -- the name of the field is not the name of the ids
    const wrong: NewOf<typeof type> = { label: 'L', staff: [] }
    expect([given, wrong, typeof read]).toHaveLength(3)
  })

  it.each<[string, readonly RecordType[], string]>([
    [
      'to a type that is not in the model',
      [tool({ parts: many({ name: 'Part', plural: 'parts' }, { about }) })],
      'Tool.parts: the model has no content type Part; add it to the model',
    ],
    [
      'that refuse the deletion of users',
      [tool({ lenders: many(User, { about, onDelete: 'refuse' } as never) })],
      "Tool.lenders: the service deletes users, and no link can refuse it; add onDelete: 'cascade' or 'clear'",
    ],
    [
      'that refuse the deletion of articles',
      [tool({ manuals: many(Article, { about, onDelete: 'refuse' }) })],
      "Tool.manuals: the service deletes articles, and no link can refuse it; add onDelete: 'cascade' or 'clear'",
    ],
    [
      'with a word of another system',
      [tool({ manuals: many(Article, { about, onDelete: 'restrict' } as never) })],
      `Tool.manuals: onDelete cannot be "restrict"; write 'refuse'`,
    ],
    ...[0, 1.5, 1_001, Number.NaN].map((max): [string, readonly RecordType[], string] => [
      `of at most ${max}`,
      [tool({ lenders: many(User, { about, max }) })],
      `Tool.lenders: max cannot be ${max}; write an integer from 1 to 1,000`,
    ]),
    [
      'whose ids have the name of a field',
      [tool({ lenders: many(User, { about }), lenderIds: label })],
      'Tool.lenders: the links are shown as lenderIds, and the type has a field with that name; write another name in ids',
    ],
    [
      'whose ids have no name of a field',
      [tool({ lenders: many(User, { about, ids: 'lender-ids' }) })],
      'Tool.lenders: ids cannot be "lender-ids"; write a camelCase name, such as lendersIds',
    ],
    [
      'whose connection has the name of a field',
      [tool({ lenders: many(User, { about }), lendersConnection: label })],
      'Tool.lenders: the interfaces need the name lendersConnection, and the type has a field with that name; rename one of them',
    ],
    [
      'whose inputs have the name of a field',
      [tool({ lenders: many(User, { about }), addLenderIds: label })],
      'Tool.lenders: the interfaces need the name addLenderIds, and the type has a field with that name; rename one of them',
    ],
    [
      'whose list on the other side has the name of a field',
      [tool({ lenders: many(User, { about, inverse: 'name' }) })],
      'Tool.lenders: User has a field name already; tools is free',
    ],
    [
      'of a fixed type',
      [tool({ lenders: many(User, { about }) }, { fixed: true })],
      'Tool.lenders: a record of a fixed type never changes, and a deletion would change its links; remove fixed',
    ],
    [
      'with a table whose name is too long',
      [tool({ [`l${'A'.repeat(30)}`]: many(User, { about, ids: 'lent' }) })],
      'PostgreSQL cuts names after 63; choose a shorter name',
    ],
    [
      'in an index',
      [tool({ lenders: many(User, { about }) }, { index: [['label', 'lenders']] })],
      'Tool: lenders leads to many records, and no index of the type serves it; remove it',
    ],
    [
      'in the input of an operation',
      [
        tool(
          {},
          {
            operations: (on: (declared: object) => unknown) => ({
              lend: on({ about, permission: 'write', input: { to: many(User, { about }) } }),
            }),
          },
        ),
      ],
      'Tool.lend.to: an operation takes no list of links; let clients change the links with update',
    ],
    [
      'of a type of the service',
      [extendType(Article, { fields: { editors: many(User, { about }) } })],
      'Article cannot have the link editors; declare a link to Article on a type of your own',
    ],
    [
      'with a mistyped option',
      // @ts-expect-error -- mistyped
      [tool({ lenders: many(User, { about, ordred: true }) })],
      'Tool.lenders: no option has the name ordred; did you mean ordered?',
    ],
  ])('cannot be declared %s', (_, types, message) => {
    expect(findProblems(...types)).toEqual([expect.stringContaining(message)])
  })
})
