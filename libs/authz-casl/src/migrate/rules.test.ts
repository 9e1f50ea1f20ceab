import typescript from 'typescript'
import { describe, expect, it } from 'vitest'
import { readSource } from './read-source.ts'

const migrate = (text: string) =>
  readSource(typescript, { path: 'a.ts', text: `import { AbilityBuilder } from '@casl/ability'\n${text}` })
/** The places and the begins of the messages about order. The import is line 1. */
const listOrdered = (text: string) =>
  migrate(text).ordered.map(
    ({ line, column, message }) => `${line}:${column} ${message.split(/ and (gives|takes)/)[0]}`,
  )

describe('an operator without an equivalent', () => {
  it('is listed with its line, its column and what to do', () => {
    const { left } = migrate(`
@Injectable()
export class AbilityFactory {
  createFor(user: User) {
    const builder = new AbilityBuilder(createMongoAbility)
    builder.can('read', 'Invoice', { $or: [{ ownerId: user.id }, { isPublic: true }] })
    builder.cannot('update', 'Invoice', ['amount'], { title: { $regex: 'x' }, mode: 'open' })
    return builder.build()
  }
}`)
    expect(left.map(({ line, column }) => [line, column])).toEqual([
      [7, 38],
      [8, 64],
    ])
    expect(left.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^a condition with \$or matches nothing in CASL without a matcher of it/),
      expect.stringMatching(/^no filter and no policy expresses \$regex exactly/),
    ])
  })

  it.each([
    `const visible = { '$nor': [{ hidden: true }] }\ncan('read', 'Article', visible)`,
    `createMongoAbility([{ action: 'read', subject: 'Article', conditions: { $nor: [{ hidden: true }] } }])`,
    `defineAbility((allow) => allow('read', 'Article', { $nor: [{ hidden: true }] }))`,
    `const { can: allow } = new AbilityBuilder(A)\nallow('read', 'Article', { $nor: [{ hidden: true }] })`,
  ])('is found in %j', (text) => {
    expect(migrate(text).left).toMatchObject([{ message: expect.stringContaining('$nor') }])
  })

  it.each([
    `await Article.find({ $or: [{ a: 1 }, { b: 2 }] })`,
    `const isOpen = ability.can('read', subject('Article', { $or: [] }))`,
    `can('read', 'Article', { status: { $in: ['OPEN'] } })`,
  ])('is not in %j', (text) => {
    expect(migrate(text).left).toEqual([])
  })
})

it('a file that TypeScript cannot read is left', () => {
  expect(migrate('const = 1').left).toMatchObject([{ message: 'TypeScript cannot read this file' }])
})

describe('rules whose order counts', () => {
  it.each([
    [`cannot('read', 'A')\ncan('read', 'A', { id: 1 })`, ['3:1 this can follows the cannot of line 2']],
    [`can('read', 'A')\ncannot('read', 'A', { id: 1 })`, ['3:1 this cannot follows the can of line 2']],
    [
      `can('manage', 'all')\ncannot(['delete'], 'A').because('…')`,
      ['3:1 this cannot follows the can of line 2'],
    ],
    [
      `can(Action.Manage, Post)\ncan('read', 'Post')\ncannot(Action.Read, 'Post')`,
      ['4:1 this cannot follows the can of lines 2, 3'],
    ],
    [`can('read', kind)\ncannot(actionOf(user), kind)`, ['3:1 this cannot follows the can of line 2']],
    [`if (isAdmin) can('read', 'A')\ncannot('read', 'A')`, ['3:1 this cannot follows the can of line 2']],
    [
      `const rules = [{ action: 'read', subject: 'A' }, { action: 'read', subject: 'A', inverted: true }]`,
      ['2:50 this cannot follows the can of line 2'],
    ],
    [
      `defineAbility((allow, forbid) => { allow('read', 'A'); forbid('read', 'A') })`,
      ['2:56 this cannot follows the can of line 2'],
    ],
    [
      `const { can, cannot } = new AbilityBuilder(A)\nroles.forEach((role) => { can('read', role) })\ncannot('read', 'A')`,
      ['4:1 this cannot follows the can of line 3'],
    ],
  ])('are in %j', (text, found) => {
    expect(listOrdered(text)).toEqual(found)
  })

  it.each([
    [`can('read', 'A')\ncan('read', 'A', { id: 1 })`, 'both allow'],
    [`can('read', 'A')\ncannot('update', 'A')`, 'other actions'],
    [`can('read', 'A')\ncannot('read', 'B')`, 'other types'],
    [`can('read', 'A', ['title'])\ncannot('read', 'A', ['email'])`, 'other fields'],
    [`if (isAdmin) can('manage', 'all')\nelse cannot('read', 'A')`, 'two branches'],
    [
      `function f() {\nif (isAdmin) { can('manage', 'all'); return }\ncannot('read', 'A') }`,
      'an early return',
    ],
    [
      `const f = ({ can }) => { can('read', 'A') }\nconst g = ({ cannot }) => { cannot('read', 'A') }`,
      'two builders',
    ],
    [`const found = rows.filter((row) => ability.can('read', row))\ncannot('read', 'A')`, 'a check'],
  ])('are not in %j: %s', (text) => {
    expect(listOrdered(text)).toEqual([])
  })

  it('say what follows for a policy', () => {
    const [again] = migrate(`cannot('read', 'A')\ncan('read', 'A', { id: 1 })`).ordered
    expect(again?.message).toContain(
      'In a policy, a deny rule wins: write the condition of this rule as an exception',
    )
    const [taken] = migrate(`can('read', 'A')\ncannot('read', 'A', { id: 1 })`).ordered
    expect(taken?.message).toContain('A policy decides the same in each order')
  })
})
