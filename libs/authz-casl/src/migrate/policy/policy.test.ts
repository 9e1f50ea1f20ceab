import { fileURLToPath } from 'node:url'
import * as casl from '@casl/ability'
import typescript from 'typescript'
import { describe, expect, it } from 'vitest'
import * as authz from '@content-service/authz'
import { readSource } from '../read-source.ts'
import { writePolicy } from './write-policy.ts'

const read = (text: string) => readSource(typescript, { path: 'a.ts', text })
const inBuilder = (rules: string) =>
  `export function createAbility(user) {\nconst { can, cannot, build } = new AbilityBuilder(createMongoAbility)\n${rules}\nreturn build()\n}`

/** The errors of the compiler in a module that exists in memory alone. */
function listErrors(code: string): readonly string[] {
  const path = fileURLToPath(new URL('written.ts', import.meta.url))
  const options: typescript.CompilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      customConditions: ['@content-service/source'],
    },
    ...{ module: typescript.ModuleKind.NodeNext, target: typescript.ScriptTarget.ES2023 },
    allowImportingTsExtensions: true,
  }
  const host = typescript.createCompilerHost(options)
  const onDisk = { ...host }
  host.fileExists = (name) => name === path || onDisk.fileExists(name)
  host.readFile = (name) => (name === path ? code : onDisk.readFile(name))
  host.getSourceFile = (name, version) =>
    typescript.createSourceFile(name, host.readFile(name) ?? '', version)
  const program = typescript.createProgram([path], options, host)
  return program
    .getSemanticDiagnostics()
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, ' '))
}

/** The values that a module exports. Its imports are in `modules`. */
function run(text: string, modules: object): Readonly<Record<string, unknown>> {
  const { outputText } = typescript.transpileModule(text, {
    compilerOptions: { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2023 },
  })
  const exported = {}
  new Function('exports', 'require', ...Object.keys(modules), outputText)(
    exported,
    () => modules,
    ...Object.values(modules),
  )
  return exported
}

const RULES = `
  can('read', 'Article', { status: 'PUBLISHED' })
  can('read', 'Comment', ['text'], { 'article.id': { $in: [1, 2] }, tags: { $all: ['a'] } })
  if (user.roles.includes('AUTHOR')) {
    can(['read', 'update'], 'Article', { ownerId: user.id, views: { $lt: 5, $gte: -1 } })
    cannot('update', 'Article', { status: { $nin: ['DRAFT', 'PUBLISHED'] } }).because('It is deleted')
    can('manage', 'Comment', { items: { $elemMatch: { price: { $gt: 5 }, owner: null } } })
  }
  if (user.roles.includes('ADMIN')) can('read', 'all', { hidden: { $ne: true } })
`

const { written, unwritten } = read(inBuilder(RULES))
const code = writePolicy(written, [])

describe('a written policy', () => {
  it('has all rules, with the types that the compiler needs', () => {
    expect([written.length, unwritten]).toEqual([6, []])
    expect(listErrors(code)).toEqual([])
    expect(listErrors(code.replace('a.status', 'a.state'))).toEqual([expect.stringContaining('state')])
  })

  it('decides as the ability', () => {
    const policy = run(code, authz)['policy'] as authz.Policy
    const createAbility = run(inBuilder(RULES), casl)['createAbility'] as (user: object) => casl.MongoAbility
    const seen = { true: 0, false: 0 }
    for (const roles of [[], ['AUTHOR'], ['ADMIN'], ['AUTHOR', 'ADMIN']])
      for (const [type, action, row] of questions()) {
        const user = { id: 7, roles }
        const wanted = createAbility(user).can(action, casl.subject(type, { ...row }))
        seen[`${wanted}`] += 1
        expect(policy.can(user, `${type}:${action}`, row), JSON.stringify([type, action, row])).toBe(wanted)
      }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
  })

  it.each(['0', '-0', '-0.0', '-0x0', '0x1', '-0x1', '1_0', '-1_0', '1e400', '-1e400'])(
    'decides as the ability about null and %s',
    (number) => {
      for (const operator of ['$lt', '$lte', '$gt', '$gte']) {
        const source = inBuilder(`can('read', 'X', { a: { ${operator}: ${number} } })`)
        const policy = run(writePolicy(read(source).written, []), authz)['policy'] as authz.Policy
        const createAbility = run(source, casl)['createAbility'] as () => casl.MongoAbility
        for (const a of [null, 0, 1, -1]) {
          const wanted = createAbility().can('read', casl.subject('X', { a }))
          expect(policy.can(null, 'X:read', { a }), `${a} ${operator}`).toBe(wanted)
        }
      }
    },
  )

  it('compares with texts, names and reasons as the source has them', () => {
    const rules = `
      can('read', 'It\\'s "X"', { 'a "b"': 'it\\'s \\0 \\ud800 "q" \`t\`', c: \`'\` })
      cannot('read', 'It\\'s "X"', { c: 'no' }).because('it\\'s */ // "secret"')`
    const policy = run(writePolicy(read(inBuilder(rules)).written, []), authz)['policy'] as authz.Policy
    const row = { 'a "b"': 'it\'s \0 \ud800 "q" `t`', c: "'" }
    expect(policy.can(null, `It's "X":read`, row)).toBe(true)
    expect(policy.can(null, `It's "X":read`, { ...row, c: '"' })).toBe(false)
    expect(policy.decide(null, `It's "X":read`, { ...row, c: 'no' }).determining).toMatchObject([
      { reason: `it's */ // "secret"` },
    ])
  })
})

function* questions(): Generator<readonly [type: string, action: string, row: object]> {
  for (const status of ['DRAFT', 'PUBLISHED', 'DELETED', null])
    for (const ownerId of [7, 8, null])
      for (const views of [-2, -1, 0, 5, null])
        for (const action of ['read', 'update'])
          yield ['Article', action, { status, ownerId, views, hidden: views === 0 }]
  for (const id of [1, 3])
    for (const price of [5, 6])
      for (const owner of [null, 1])
        yield [
          'Comment',
          'read',
          { article: { id }, tags: ['a', 'b'], items: [{ price, owner }], hidden: price === 5 ? null : true },
        ]
}

describe('the callers of a rule', () => {
  const readRoles = (rules: string) => read(inBuilder(rules)).written.map(({ roles }) => roles)

  it.each([
    [`if (user.role === 'A') can('read', 'X')`, [['A']]],
    [
      `if (user.role === 'A') can('read', 'X')\nelse if (user.role === 'B') { can('read', 'X') }`,
      [['A'], ['B']],
    ],
    [`switch (user.role) { case 'A': can('read', 'X'); break; case 'B': can('read', 'X') }`, [['A'], ['B']]],
    [`switch (user.role) { case 'A': case 'B': can('read', 'X') }`, [['A', 'B']]],
    [`can('read', 'X')`, [null]],
  ])('%j has the roles %j', (rules, roles) => {
    expect(readRoles(rules)).toEqual(roles)
  })

  it.each([
    [`if (user.isAdmin) can('read', 'X')`, 'is no role of the caller'],
    [`if (user.roles.includes('A') && user.isPaid) can('read', 'X')`, 'is no role of the caller'],
    [`if (user.roles.includes(role)) can('read', 'X')`, 'the name of the role is no text'],
    [`if (user.role === 'A') { log() } else can('read', 'X')`, 'does not run for all callers'],
    [`if (user.roles.includes('A')) if (user.roles.includes('B')) can('read', 'X')`, 'needs two roles'],
    [`if (!user) return build()\ncan('read', 'X')`, 'the function can end before it'],
    [`for (const kind of user.kinds) can('read', 'X')`, 'does not run for all callers'],
    [`user.kinds.forEach(() => { can('read', 'X') })`, 'its builder comes from another function'],
    [`try { can('read', 'X') } catch {}`, 'does not run for all callers'],
    [`switch (user.role) { default: can('read', 'X') }`, 'does not run for all callers'],
    [`switch (user.role) { case 'A': if (x) break; can('read', 'X') }`, 'the clause can end before it'],
    [`can(Action.Read, 'X')`, 'does not show its actions as texts'],
    [`can('read', kind)`, 'does not show its types as texts'],
    [`can('read', 'a:b')`, 'no permission has the name "a:b"'],
    [`can('read', 'X', ['title', 'meta.*'])`, 'no permission has the name "meta.*"'],
    [`can('read', 'X', ['meta.title'])`, 'a policy names whole fields'],
    [`can('manage', 'X')`, 'no other rule names the actions'],
    [`can('read', 'X', conditions)`, 'its conditions are no literal'],
    [`can('read', 'X', { ...shared })`, 'its conditions are no literal'],
    [`can('read', 'X', { a: user.team.id })`, 'no literal and no attribute of the caller'],
    [`can('read', 'X', { a: other.id })`, 'no literal and no attribute of the caller'],
    [`can('read', 'X', { a: { $in: [1, 'a'] } })`, 'values of one kind'],
    [`can('read', 'X', { a: { $lt: 'b' } })`, 'only numbers have the same order'],
    [`can('read', 'X', { 'a.b': { $lt: 1 } })`, 'no condition expresses $lt of "a.b"'],
    [`can('read', 'X', { $or: [{ a: 1 }] })`, 'with a matcher of your own'],
    [`can('read', 'X', { eq: 1 })`, '"eq" is the name of an operator'],
    [`can('read', 'X', { 'a.0': 1 })`, '"0" is no name of an attribute'],
    [`can('read', 'X', { constructor: 1 })`, '"constructor" is no name of an attribute'],
    [`cannot('read', 'X').because(text)`, 'its reason is no text'],
    [`can('read', 'X', { a: 1, 'a': 2 })`, 'its conditions name "a" twice'],
    [`can('read', 'X', { a: { $gt: 1, $gt: 2 } })`, 'its conditions name "$gt" twice'],
    [`can('read', 'X', { a: user.__proto__ })`, 'no literal and no attribute of the caller'],
    [`can('read', 'X', { a: user.constructor })`, 'no literal and no attribute of the caller'],
    [`can('read', '__proto__')`, 'no permission has the name "__proto__"'],
    [`can('__proto__', 'X')`, 'no permission has the name "__proto__"'],
    [`if (user.role === '__proto__') can('read', 'X')`, 'no role has the name "__proto__"'],
    [`if (user.role === '*') can('read', 'X')`, 'no role has the name "*"'],
    [`if (user.roles.includes('A', 1)) can('read', 'X')`, 'is no role of the caller'],
    [`user = other\ncan('read', 'X', { a: user.id })`, 'no attribute of the caller'],
    [`user.id = 7\ncan('read', 'X', { a: user.id })`, 'no attribute of the caller'],
    [`{ const user = other\ncan('read', 'X', { a: user.id }) }`, 'no attribute of the caller'],
    [`const { user } = other\ncan('read', 'X', { a: user.id })`, 'no attribute of the caller'],
    [`can('read')`, 'does not show its types as texts'],
    [`user.isPaid && can('read', 'X')`, 'does not run for all callers'],
    [`if (user.isPaid) return can('read', 'X')`, 'the function can end before it'],
    [`can('read', 'X')\nreturn build({ resolveAction })`, 'the option resolveAction changes what the names'],
    [`can('read', 'X')\nreturn build({ 'anyAction': 'all' })`, 'the option anyAction changes'],
  ])('%j is for a person', (rules, message) => {
    const { written: none, unwritten: left } = read(inBuilder(rules))
    expect([none, left]).toEqual([
      [],
      [expect.objectContaining({ message: expect.stringContaining(message) })],
    ])
  })

  it('of another function are for a person', () => {
    const { written: some, unwritten: left } = read(
      `${inBuilder(`can('read', 'X')`)}\n${inBuilder(`can('update', 'X')`)}`,
    )
    expect([some.length, left.length]).toEqual([1, 1])
    expect(read(`function f(user, { can }) { can('read', 'X') }`).unwritten).toHaveLength(1)
  })
})
