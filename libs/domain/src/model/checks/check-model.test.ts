import { and, not, or, type Condition } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { ANYBODY } from '../../access/access.ts'
import { builtInModel } from '../../service/content-types.ts'
import { Article } from '../../articles/article.ts'
import { Category } from '../../products/product.ts'
import { contentModel } from '../../service/content-types.ts'
import { integer, line, number, one, owner, state, tags } from '../fields/field-builders.ts'
import { defaultPolicyFile, readPolicy } from '../../policy-file/policy-file.ts'
import { User } from '../../users/user.ts'
import type { RecordType } from '../types/record-type.ts'
import { record } from '../types/record.ts'
import type { Rights, Share } from '../../access/rights.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const label = line(80, { about: 'The label.' })
const createType = (name: string, plural: string, fields: RecordType['fields'] = { label }): RecordType =>
  record({ name, plural, about, allowed, fields })
/** A type with these rights. */
const guarded = (rights: Rights): RecordType =>
  record({ name: 'Tool', plural: 'tools', about, allowed: rights, fields: { label } })
/** A type with an operation, which is called `lend` by default. */
const withOperation = (
  declared: { readonly permission: string; readonly to?: string },
  verb = 'lend',
): RecordType =>
  record({
    name: 'Tool',
    plural: 'tools',
    about,
    allowed,
    fields: { label },
    operations: (on) => ({ [verb]: on({ about, ...declared }) }),
  })
const linkTo = (name: string, inverse: string) =>
  one({ name, plural: `${name}s` }, { about: 'A link.', inverse })

/** A type that GUEST may read as a declaration without types says. */
const withShare = (share: Share): RecordType =>
  record({
    name: 'Tool',
    plural: 'tools',
    about,
    allowed: { ...allowed, read: { GUEST: share } },
    fields: { label, stage: state(['NEW'], { about }) },
  })
type Facts = Readonly<Record<string, { eq(value: string): Condition }>>

/** A type that uses the rights of another type. */
const sharing = (resource: string): RecordType =>
  record({ name: 'Part', plural: 'parts', about, resource, fields: { label } })

describe('a model with declarations that cannot work', () => {
  it.each<[string, readonly RecordType[], string]>([
    ...['articles', 'comments', 'users'].map((used): [string, readonly RecordType[], string] => [
      `C14.3 the rights of ${used}`,
      [sharing(used)],
      `Part: the rights of ${used} differ from record to record, and do not fit parts; remove resource: '${used}', and write allowed with the rights of parts`,
    ]),
    ...(
      [
        [
          'an unknown attribute',
          (tool) => tool['lable']?.eq('x'),
          'unknown attribute "lable" of tools; did you mean label?',
        ],
        [
          'a state that does not occur',
          (tool) => tool['stage']?.eq('GNOE'),
          'the value to compare with stage must be one of NEW',
        ],
        ['a condition that nothing meets', () => or(), 'is never true'],
        [
          'two states at once',
          ({ stage }) => stage && and(stage.eq('NEW'), not(stage.eq('NEW'))),
          'is never true',
        ],
      ] as readonly (readonly [string, (tool: Facts) => Condition | undefined, string])[]
    ).map(([what, share, problem]): [string, readonly RecordType[], string] => [
      `C14.3 a right by ${what}`,
      [withShare(share as never)],
      problem,
    ]),
    [
      'C14.3 the rights of a type with own records',
      [
        record({
          name: 'Tool',
          plural: 'tools',
          about,
          allowed: { read: { GUEST: 'all' }, write: { READER: 'own', ADMIN: 'all' } },
          fields: { label, keeper: owner({ about: 'The keeper.', inverse: 'tools' }) },
        }),
        sharing('tools'),
      ],
      'Part: the rights of tools differ from record to record',
    ],
    ['a name in lower case', [createType('tool', 'tools')], 'tool: the name must be letters and digits'],
    [
      'a plural with a dash',
      [createType('Tool', 'my-tools')],
      'Tool: the plural my-tools must be letters and digits',
    ],
    [
      'a plural that is the name',
      [createType('Sheep', 'sheep')],
      'Sheep: the plural must differ from the name; the plural sheeps is free',
    ],
    [
      'a reserved word',
      [createType('Ord', 'order')],
      'Ord: the plural order is a reserved word of SQL; the plural ords is free',
    ],
    [
      'a collection of the service',
      [createType('Person', 'users')],
      'Person: the service already has users; the plural persons is free',
    ],
    [
      'a field __proto__',
      [createType('Tool', 'tools', { ['__proto__']: label })],
      'Tool.__proto__: the name must be',
    ],
    [
      'a column whose name PostgreSQL cuts',
      [createType('Tool', 'tools', { aBCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGH: label })],
      'Tool.aBCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGH: a name in the database would have 67 characters',
    ],
    [
      'a unique field whose index has a name that PostgreSQL cuts',
      [
        createType('Tool', 'tools', {
          aBCDEFGHIJKLMNOPQRSTUVWXYZABC: line(80, { about: 'A text.', unique: true }),
        }),
      ],
      'Tool.aBCDEFGHIJKLMNOPQRSTUVWXYZABC: a name in the database would have 67 characters',
    ],
    [
      'a link whose constraint has a name that PostgreSQL cuts',
      [createType('Tool', 'tools', { aBCDEFGHIJKLMNOPQRSTUVWXYZ: linkTo('Tool', 'others') })],
      'Tool.aBCDEFGHIJKLMNOPQRSTUVWXYZId: a name in the database would have 65 characters',
    ],
    [
      'C14.2 a required link to a user',
      // @ts-expect-error -- without `optional`
      [createType('Tool', 'tools', { lender: one(User, { about: 'The lender.' }) })],
      "Tool.lender: a required link cannot be cleared when the user is deleted; add optional: true, or onDelete: 'cascade'",
    ],
    [
      'C14.2 a link to a user that refuses its deletion',
      [
        createType('Tool', 'tools', {
          // @ts-expect-error -- the service deletes users
          lender: one(User, { about: 'The lender.', optional: true, onDelete: 'refuse' }),
        }),
      ],
      "Tool.lender: the service deletes users, and no link can refuse it; add onDelete: 'cascade' or 'clear'",
    ],
    [
      'C14.2 a link to an article that refuses its deletion',
      [createType('Tool', 'tools', { manual: one(Article, { about: 'The manual.' }) })],
      "Tool.manual: the service deletes articles, and no link can refuse it; add onDelete: 'cascade', or optional: true with onDelete: 'clear'",
    ],
    [
      'C14.2 a required link that is cleared',
      [
        createType('Tool', 'tools', {
          // @ts-expect-error -- without `optional`
          shelf: one(Category, { about: 'The shelf.', onDelete: 'clear' }),
        }),
      ],
      'Tool.shelf: a required link cannot be cleared when the category is deleted; add optional: true',
    ],
    [
      'C14.2 a required link to the same type',
      // @ts-expect-error -- without `optional`
      [createType('Tool', 'tools', { label, part: one('self', { about: 'The whole.' }) })],
      'Tool.part: the first record cannot link to another one of its type; add optional: true',
    ],
    [
      'C14.2 a link of a fixed type to the same type',
      [
        record({
          name: 'Tool',
          plural: 'tools',
          about,
          fixed: true,
          allowed,
          fields: { label, part: one('self', { about: 'The whole.', optional: true }) },
        }),
      ],
      'Tool.part: a record of a fixed type cannot link to its own type, because an import adds such links later; remove fixed',
    ],
    [
      'C14.2 a link that refuses the deletion of what the service deletes with an article',
      [
        ...builtInModel.types,
        createType('Quote', 'quotes', {
          label,
          article: one(Article, { about: 'The article.', onDelete: 'cascade' }),
        }),
        createType('Tool', 'tools', {
          label,
          quote: one({ name: 'Quote', plural: 'quotes' }, { about: 'The quote.' }),
        }),
      ],
      "Tool.quote: the service deletes quotes with the records to which they link, and no link can refuse it; add onDelete: 'cascade', or optional: true with onDelete: 'clear'",
    ],
    [
      'C14.2 a link to users that has a name alone, and would store a UUID',
      [
        ...builtInModel.types,
        createType('Tool', 'tools', {
          label,
          keeper: one({ name: 'Keeper', plural: 'keepers' } as { name: string; plural: string }, {
            about: 'The keeper.',
          }),
          borrower: one({ name: 'User', plural: 'users' } as { name: string; plural: string }, {
            about: 'The borrower.',
          }),
        }),
      ],
      'Tool.borrower: a link to User needs its declaration; import User, and write it instead of a name',
    ],
    [
      'C14.2 a link of a fixed type that is cleared',
      [
        ...builtInModel.types,
        record({
          name: 'Tool',
          plural: 'tools',
          about,
          fixed: true,
          allowed,
          fields: { label, shelf: one(Category, { about: 'The shelf.', optional: true, onDelete: 'clear' }) },
        }),
      ],
      "Tool.shelf: a record of a fixed type never changes, so that its link cannot be cleared; write onDelete: 'cascade', or remove fixed",
    ],
    ...(
      [
        ['restrict', "write 'refuse'"],
        ['SET NULL', "write 'clear'"],
        ['set_null', "write 'clear'"],
        ['CASCADE', "write 'cascade', 'clear' or 'refuse'"],
      ] as const
    ).map(([onDelete, advice]): [string, readonly RecordType[], string] => [
      `C14.2 ${onDelete} of another system`,
      [createType('Tool', 'tools', { shelf: one(Category, { about: 'The shelf.', onDelete } as never) })],
      `Tool.shelf: onDelete cannot be "${onDelete}"; ${advice}`,
    ]),
    [
      'an integer that its column cannot store',
      [createType('Tool', 'tools', { copies: integer(0, 2 ** 31, { about: 'The copies.' }) })],
      'Tool.copies: the limits must be integers of 32 bits',
    ],
    [
      'a unique number',
      [
        createType('Tool', 'tools', {
          copies: { ...number(0, { about: 'The copies.' }), isUnique: true },
        }),
      ],
      'Tool.copies: only texts, addresses, integers, decimals, dates and choices can be unique',
    ],
    [
      'a unique field that only some callers see',
      [
        createType('Tool', 'tools', {
          code: line(80, { about: 'The code.', unique: true, seenWith: 'write' }),
        }),
      ],
      'Tool.code: a unique field cannot have seenWith, because CONFLICT would tell its value',
    ],
    [
      'a searched number',
      [createType('Tool', 'tools', { copies: { ...integer(0, 9, { about: 'The copies.' }), search: 'D' } })],
      'Tool.copies: searches find lines and texts',
    ],
    [
      'tags that are searched as a title',
      [createType('Tool', 'tools', { kinds: { ...tags({ about: 'The kinds.' }), search: 'A' } })],
      'Tool.kinds: searches find lines and texts, and tags with the weight B',
    ],
    [
      'a field version',
      [createType('Tool', 'tools', { version: label })],
      'Tool.version: the service gives a field version; ownVersion is free',
    ],
    [
      'an operation of the service',
      [createType('Session', 'sessions')],
      'Session: the service already has sessions; the plural sessionlist is free',
    ],
    [
      'two types of one name',
      [createType('Tool', 'tools'), createType('Tool', 'utensils')],
      'Tool: the model has two types with this name; remove or rename one of them',
    ],
    [
      'a link to a type that is not there',
      [createType('Tool', 'tools', { shelf: linkTo('Shelf', 'tools') })],
      'Tool.shelf: the model has no content type Shelf',
    ],
    [
      'an inverse list that hides a field',
      [
        ...builtInModel.types,
        createType('Tool', 'tools', { shelf: one(Category, { about: 'A link.', inverse: 'name' }) }),
      ],
      'Tool.shelf: Category has a field name already',
    ],
    [
      'two links with one inverse list',
      [
        ...builtInModel.types,
        createType('Tool', 'tools', { shelf: one(Category, { about, inverse: 'products' }) }),
      ],
      'Tool.shelf: Category has a field products already',
    ],
    ['no right to write', [guarded({ read: { GUEST: 'all' } })], 'Tool: allowed must have write'],
    ['a permission that nobody holds', [guarded({ ...allowed, lend: {} })], 'Tool: no role has tools:lend'],
    [
      'an action that is no word',
      [guarded({ ...allowed, 'lend it': { EDITOR: 'all' } })],
      'the action lend it must be camelCase',
    ],
    [
      'rights that no type declares',
      [record({ name: 'Tool', plural: 'tools', about, resource: 'shelves', fields: { label } })],
      'Tool: no content type declares what is allowed with shelves',
    ],
    [
      'rights that two types declare',
      [
        createType('Tool', 'tools'),
        record({ name: 'Saw', plural: 'saws', about, resource: 'tools', allowed, fields: { label } }),
      ],
      'Saw: two content types declare what is allowed with tools',
    ],
    [
      'rights of the service',
      [record({ name: 'Log', plural: 'logs', about, resource: 'audit', allowed, fields: { label } })],
      'Log: the service has a resource audit',
    ],
    [
      'a masked field that a search finds',
      [
        createType('Tool', 'tools', {
          code: line(9, { about, optional: true, search: 'A', seenWith: 'write' }),
        }),
      ],
      'Tool.code: searches would find a text that seenWith hides',
    ],
    [
      'a masked field that is required',
      [createType('Tool', 'tools', { code: line(9, { about, seenWith: 'write' }) })],
      'Tool.code: only an optional field that is no link can have seenWith',
    ],
    [
      'a masked field whose permission nobody has',
      [createType('Tool', 'tools', { code: line(9, { about, optional: true, seenWith: 'peek' }) })],
      'Tool.code: no role has tools:peek',
    ],
    [
      'a required field that an operation sets',
      [createType('Tool', 'tools', { code: line(9, { about, setByOperation: true }) })],
      'Tool.code: a field that an operation sets must be optional',
    ],
    [
      'two owners',
      [
        createType('Tool', 'tools', {
          a: owner({ about, inverse: 'tools' }),
          b: owner({ about, inverse: 'lentTools' }),
        }),
      ],
      'Tool: a type can have one owner',
    ],
    [
      'a right to own records without an owner',
      [guarded({ ...allowed, write: { READER: 'own' } })],
      'Tool: tools:write is allowed for own records, and the type has no owner',
    ],
    [
      'a list that hides a field of users',
      [createType('Tool', 'tools', { keeper: owner({ about, inverse: 'articles' }) })],
      'Tool.keeper: User has a field articles already',
    ],
    [
      'an operation to a state that the type does not have',
      [withOperation({ permission: 'write', to: 'LOST' })],
      'Tool.lend: the type has no state LOST',
    ],
    [
      'an operation that every type has',
      [withOperation({ permission: 'write' }, 'update')],
      'Tool.update: every type has an operation update',
    ],
    [
      'a field with the name of a stored link',
      [
        ...builtInModel.types,
        createType('Tool', 'tools', { shelf: one(Category, { about, inverse: 'tools' }), shelfId: label }),
      ],
      'Tool.shelf: the link is stored as shelfId, and the type has a field with that name',
    ],
    [
      'an operation whose permission nobody has',
      [withOperation({ permission: 'lend' })],
      'Tool.lend: no role has tools:lend; add the action to allowed of tools',
    ],
  ])('%s is refused with advice', (_, types, problem) => {
    expect(() => contentModel(types)).toThrow(problem)
  })

  it('is refused with all problems at once', () => {
    expect(() => contentModel([createType('tool', 'tools'), createType('Person', 'users')])).toThrow(
      /tool: the name[\s\S]*Person[\s\S]*already has users/,
    )
  })

  it('refuses names of several words', () => {
    expect(contentModel([createType('BlogPost', 'blogposts')]).eventNames).toContain('blogPost.created')
  })
})

describe('C14.3 a type with the rights of another type', () => {
  const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
  const createTool = (stages: readonly string[]) =>
    record({
      name: 'Tool',
      plural: 'tools',
      about,
      allowed,
      fields: { label, stage: state(stages, { about: 'The state.' }) },
    })
  const model = contentModel([...builtInModel.types, createTool(['NEW']), sharing('tools')])

  it('is allowed if each role has the rights on all records', () => {
    expect(model.policy.can(ANYBODY, 'tools:read' as never)).toBe(true)
    expect(model.readPermission('parts')).toBe('tools:read')
  })

  it('leaves rules only the facts that the records of both types have', () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const when = { op: 'eq', attribute: 'stage', value: 'NEW' }
    const rules = [{ effect: 'allow', permissions: ['tools:read'], when }]
    const withRule = JSON.stringify({ ...file, roles: { ...roles, TESTER: { rules } } })
    expect(model.facts['tools']).toEqual({ label: 'text' })
    expect(() => readPolicy(model, withRule)).toThrow('stage')
    const alone = contentModel([...builtInModel.types, createTool(['NEW'])])
    expect(readPolicy(alone, withRule).policy.permissions).toContain('tools:read')
  })
})

describe('C14.3 a condition that is no condition', () => {
  it.each([
    [undefined, 'the value is undefined'],
    [null, 'nothing equals null'],
  ])('C14.3 is refused with its permission and its role: a comparison with %s', (value, problem) => {
    const share: Share = (tool) => (tool as { label: { eq(value: unknown): Condition } }).label.eq(value)
    const declare = () =>
      contentModel([...builtInModel.types, guarded({ read: { GUEST: share }, write: { EDITOR: 'all' } })])
    expect(declare).toThrow('tools:read for GUEST: ')
    expect(declare).toThrow(problem)
  })
})

it('C14.3 live is true or absent: no subscription streams a list', () => {
  const live = record({
    name: 'Tool',
    plural: 'tools',
    about,
    allowed,
    live: 'list' as never,
    fields: { label },
  })
  expect(() => contentModel([...builtInModel.types, live])).toThrow(
    'Tool: live must be true, and is "list"; a subscription streams one record, and no list',
  )
})
