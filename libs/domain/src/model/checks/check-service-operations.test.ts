import { describe, expect, it } from 'vitest'
import {
  builtInModel,
  contentModel,
  defaultPolicyFile,
  field,
  operation,
  readPolicy,
  record,
  type ModelOptions,
} from '../../index.ts'
import type { Fields } from '../types/record-operation.ts'

const about = 'A test.'
const right = {
  name: 'countThings',
  about,
  kind: 'read',
  permission: 'reports:run',
  returns: { count: field.integer(0, 10, { about }) },
  run: () => ({ count: 1 }),
} as const
const permissions = { 'reports:run': { EDITOR: 'all' } } as const

/** What `contentModel` says about these options. */
const findProblems = (options: object, types = builtInModel.types): readonly string[] => {
  try {
    contentModel(types, options as ModelOptions)
    return []
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
}
/** The problems of one operation that differs from a right one. */
const checkWith = (changed: object): readonly string[] =>
  findProblems({ operations: [operation({ ...right, ...changed } as never)], permissions }).map((line) =>
    line.replace(/^operations\.\w+: /, ''),
  )
const checkInput = (input: Fields, kind = 'write') => checkWith({ kind, input })

describe('C16.5 the checks of operations', () => {
  it('C16.5 accept a right operation', () => {
    expect(checkWith({})).toEqual([])
  })

  it.each([
    [{ kind: 'reed' }, "kind: must be 'read' or 'write'"],
    [{ name: 'CountThings' }, 'the name must be camelCase, with letters and digits, such as bookSeat'],
    [
      { permission: 'report:run' },
      'permission: no permission has the name report:run; did you mean reports:run?',
    ],
    [
      { permissions: ['article:read'] },
      'permissions: no permission has the name article:read; did you mean articles:read?',
    ],
    [{ permissions: 'articles:read' }, "permissions: must be a list, such as ['articles:read']"],
    [{ timeOut: 3 }, 'no option has the name timeOut; did you mean timeout?'],
    [{ timeout: 11 }, 'timeout: must be a number of seconds above 0, at most 10'],
    [{ timeout: Number.NaN }, 'timeout: must be a number of seconds above 0, at most 10'],
    [{ cost: -1 }, 'cost: must be an integer from 0 to 10000'],
    [{ cost: 1.5 }, 'cost: must be an integer from 0 to 10000'],
    [{ run: 7 }, 'run: must be a function of the context and the input'],
    [{ returns: {} }, expect.stringContaining('returns: must be an object of at least one field')],
    [{ returns: { count: 7 } }, expect.stringContaining('returns: must be an object of at least one field')],
    [{ input: 7 }, expect.stringContaining('input: must be an object of fields')],
    [{ about: '' }, expect.stringContaining('about')],
  ])('C16.5 refuse %j', (changed, problem) => {
    expect(checkWith(changed)).toEqual([problem])
  })

  it('C16.5 refuse what only a record, or only a body, can have', () => {
    const line = field.line(10, { about })
    expect(checkInput({ id: line })).toEqual(['input.id: the service gives a field id; ownId is free'])
    expect(checkInput({ who: field.owner({ about }) })).toEqual([
      'input.who: only a record can have a field of the kind owner',
    ])
    expect(checkInput({ tags: field.tags({ about }) }, 'read')).toEqual([
      "input.tags: a read takes its input from the URL, which has no tags; use plain fields, or kind: 'write'",
    ])
    const Far = record({
      name: 'Far',
      plural: 'fars',
      about,
      allowed: { read: { ADMIN: 'all' }, write: { ADMIN: 'all' } },
      fields: { title: line },
    })
    expect(checkInput({ far: field.one(Far, { about }) })).toEqual([
      'input.far: the model has no type Far; hand the type itself to field.one, and the type to contentModel',
    ])
  })

  it('C16.5 refuse names that are taken, and name a free one', () => {
    const named = (name: string) => operation({ ...right, name })
    expect(findProblems({ operations: [named('articles')], permissions })).toEqual([
      'operations.articles: the model already has articles; the name runArticles is free',
    ])
    expect(findProblems({ operations: [named('countIt'), named('countIt')], permissions })).toEqual([
      'operations.countIt: the operation countIt already has countIt; the name runCountIt is free',
    ])
    const choice = field.choice(['A', 'B'], { about })
    const clashing = operation({ ...right, kind: 'write', input: { result: choice } })
    expect(findProblems({ operations: [clashing], permissions })).toEqual([
      expect.stringContaining('already has CountThingsResult'),
    ])
  })

  it.each([
    [{ 'reports:run': { EDITOR: 'own' } }, expect.stringContaining("write 'all'")],
    [{ 'reports:run': { EDITOR: () => true } }, expect.stringContaining('cannot have a condition')],
    [
      { 'reports:run': { EDITORS: 'all' } },
      expect.stringContaining('no role has the name EDITORS; did you mean EDITOR?'),
    ],
    [{ 'reports:run': {} }, expect.stringContaining('must name at least one role')],
    [{ 'articles:count': { EDITOR: 'all' } }, expect.stringContaining('the service has a resource articles')],
    [{ reports: { EDITOR: 'all' } }, expect.stringContaining('such as reports:run')],
    [7, expect.stringContaining('permissions: must be an object')],
  ])('C16.5 refuse the permissions %j', (given, problem) => {
    expect(findProblems({ permissions: given })).toContainEqual(problem)
  })

  it('C16.5 report all problems at once', () => {
    const problems = findProblems({
      operations: [7, operation({ ...right, kind: 'x' as 'read', cost: -1 })],
      permissions: { 'reports:run': { NOBODY: 'all' } },
    })
    expect(problems).toHaveLength(4)
    expect(findProblems({ operations: 7 })).toEqual([expect.stringContaining('operations: must be a list')])
  })

  it('C16.5 policy files give the permissions to other roles, and no condition can ask a record', () => {
    const model = contentModel(builtInModel.types, { operations: [operation(right)], permissions })
    const { resources, roles } = defaultPolicyFile(model)
    const read = (rule: object) => {
      const auditor = { inherits: ['READER'], rules: [{ effect: 'allow', ...rule }] }
      return readPolicy(model, JSON.stringify({ resources, roles: { ...roles, AUDITOR: auditor } })).policy
    }
    const policy = read({ permissions: ['reports:run'] })
    // The type of a policy names the roles and permissions of the service only.
    const may = (role: string) =>
      policy.can({ id: null, roles: [role as 'READER'] }, 'reports:run' as 'audit:read')
    expect([may('AUDITOR'), may('READER')]).toEqual([true, false])
    const when = { op: 'eq', attribute: 'ownerId', value: 1 }
    expect(() => read({ permissions: ['reports:run'], when })).toThrow()
  })

  it('C16.5 the types of the input and of the result reach the code', () => {
    const typed = operation({
      ...right,
      input: { since: field.time({ about }), least: field.integer(0, 9, { about, optional: true }) },
      returns: { at: field.time({ about }), note: field.line(9, { about, optional: true }) },
      run: (_context, { since, least }) => ({ at: since, note: String((least ?? 0).toFixed(0)) }),
    })
    // @ts-expect-error -- the result has no count
    operation({ ...right, run: () => ({ cont: 1 }) })
    expect(typed.rules).toHaveProperty('since')
  })
})
