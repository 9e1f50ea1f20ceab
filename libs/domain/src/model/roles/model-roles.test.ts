import { InvalidPolicy } from '@content-service/authz'
import { describe, expect, it, test } from 'vitest'
import { findHighestRole } from '../../access/held-roles.ts'
import { defaultPolicyFile, readPolicy } from '../../policy-file/policy-file.ts'
import type { UserId } from '../../rules/ids.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { ModelError } from '../checks/model-error.ts'
import type { ContentModel } from '../content-model.ts'
import { line, owner } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import type { ModelOptions } from './model-options.ts'

const about = 'A test.'
const ME = 7 as UserId

const Candidate = record({
  name: 'Candidate',
  plural: 'candidates',
  about,
  allowed: {
    read: { READER: 'own', RECRUITER: 'all' },
    write: { RECRUITER: (candidate, caller) => candidate.finderId.eq(caller.id) },
    hire: { HEAD_OF_PEOPLE: 'all' },
  },
  fields: { label: line(80, { about }), finder: owner({ about, inverse: 'candidates' }) },
})
const ROLES = {
  RECRUITER: { inherits: ['READER'], about: 'People who look for candidates.' },
  HEAD_OF_PEOPLE: { inherits: ['RECRUITER', 'AUTHOR'], about: 'People who decide.' },
} as const satisfies ModelOptions['roles']
const createModel = (options: unknown): ContentModel =>
  // Some tests give what the compiler refuses.
  contentModel([...builtInModel.types, Candidate], options as ModelOptions)

const holds = (
  { policy }: Pick<ContentModel, 'policy'>,
  role: string,
  permission: string,
  finderId = ME,
): boolean =>
  policy.can({ id: ME, roles: [role], permissions: [] }, permission as never, { finderId } as never)

const findProblems = (options: unknown): readonly string[] => {
  try {
    createModel(options)
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}
const findRoleProblems = (roles: unknown): readonly string[] =>
  findProblems({ roles }).filter((text) => text.startsWith('roles'))

describe('C15.22 the roles of a model', () => {
  const model = createModel({ roles: ROLES })

  it('have the rights of allowed, and those of the roles that they inherit', () => {
    const other = 8 as UserId
    expect(holds(model, 'RECRUITER', 'candidates:read', other)).toBe(true)
    expect(holds(model, 'RECRUITER', 'candidates:write')).toBe(true)
    expect(holds(model, 'RECRUITER', 'candidates:write', other)).toBe(false)
    expect(holds(model, 'RECRUITER', 'candidates:hire')).toBe(false)
    expect(holds(model, 'HEAD_OF_PEOPLE', 'candidates:hire')).toBe(true)
    expect(holds(model, 'HEAD_OF_PEOPLE', 'candidates:write')).toBe(true)
    const me = { id: ME, roles: ['RECRUITER'], permissions: [] }
    expect(model.policy.can(me, 'comments:write', { authorId: ME } as never)).toBe(true)
  })

  it('are inherited by ADMIN, and give nothing to other roles', () => {
    for (const role of ['READER', 'AUTHOR', 'EDITOR'])
      expect(holds(model, role, 'candidates:write'), role).toBe(false)
    for (const action of ['read', 'write', 'hire'])
      expect(holds(model, 'ADMIN', `candidates:${action}`), action).toBe(true)
  })

  it('stand in the policy between the roles of the service, and have the highest of them as `role`', () => {
    expect(model.policy.roles).toEqual([
      'GUEST',
      'READER',
      'AUTHOR',
      'EDITOR',
      'RECRUITER',
      'HEAD_OF_PEOPLE',
      'ADMIN',
    ])
    expect(findHighestRole(model.policy, ['RECRUITER'])).toBe('READER')
    expect(findHighestRole(model.policy, ['HEAD_OF_PEOPLE'])).toBe('AUTHOR')
  })

  it('are inherited by ADMIN through each other, down to EDITOR', () => {
    const roles = {
      CHIEF: { inherits: ['EDITOR'], about },
      RECRUITER: { about },
      HEAD_OF_PEOPLE: { about },
    } as const
    const { policy } = createModel({ roles })
    expect(policy.document.roles['ADMIN']?.inherits).toEqual(['CHIEF', 'RECRUITER', 'HEAD_OF_PEOPLE'])
    expect(findHighestRole(policy, ['CHIEF'])).toBe('EDITOR')
    expect(model.policy.document.roles['ADMIN']?.inherits).toEqual(['EDITOR', 'HEAD_OF_PEOPLE'])
  })

  it('are members of the model', () => {
    expect(model.roles).toEqual([
      { name: 'RECRUITER', inherits: ['READER'], about: 'People who look for candidates.' },
      { name: 'HEAD_OF_PEOPLE', inherits: ['RECRUITER', 'AUTHOR'], about: 'People who decide.' },
    ])
    expect(builtInModel.roles).toEqual([])
  })

  it('have the types that allowed takes', () => {
    record({
      name: 'Note',
      plural: 'notes',
      about,
      // @ts-expect-error -- a role is a word in capitals
      allowed: { read: { GUEST: 'all', recruiter: 'all' }, write: { RECRUITER: 'all' } },
      fields: { label: line(80, { about }) },
    })
    // @ts-expect-error -- a role is a word in capitals
    expect(() => contentModel([], { roles: { recruiter: { about } } })).toThrow(ModelError)
  })
})

describe('C15.22 roles that cannot work', () => {
  it('are refused in allowed, with the nearest name', () => {
    expect(findProblems({ roles: { RECRUITERS: ROLES.RECRUITER, HEAD_OF_PEOPLE: { about } } })).toEqual([
      'Candidate.read: no role has the name RECRUITER; did you mean RECRUITERS?',
      'Candidate.write: no role has the name RECRUITER; did you mean RECRUITERS?',
    ])
    expect(findProblems(undefined)).toEqual([
      'Candidate.read: no role has the name RECRUITER; use one of GUEST, READER, AUTHOR, EDITOR, ADMIN, or declare RECRUITER in the roles of contentModel',
      'Candidate.write: no role has the name RECRUITER; use one of GUEST, READER, AUTHOR, EDITOR, ADMIN, or declare RECRUITER in the roles of contentModel',
      'Candidate.hire: no role has the name HEAD_OF_PEOPLE; use one of GUEST, READER, AUTHOR, EDITOR, ADMIN, or declare HEAD_OF_PEOPLE in the roles of contentModel',
    ])
  })

  test.each<[string, unknown, readonly string[]]>([
    ['a role of the service', { EDITOR: { about } }, ['roles.EDITOR: the service has this role']],
    ['small letters', { recruiter: { about } }, ['roles.recruiter: the name must be a word in capitals']],
    ['a space', { 'TEAM LEAD': { about } }, ['roles.TEAM LEAD: the name must be a word in capitals']],
    ['all roles', { '*': { about } }, ['roles.*: the name must be a word in capitals']],
    ['a long name', { ['A'.repeat(41)]: { about } }, ['of at most 40 characters']],
    ['an own __proto__', { ['__proto__']: { about } }, ['roles.__proto__: the name must be a word']],
    ['a prototype', { __proto__: { RECRUITER: { about } } }, ['roles: must be an object such as']],
    ['a list', [{ about }], ['roles: must be an object such as']],
    ['null', null, ['roles: must be an object such as']],
    ['no object', { RECRUITER: 'READER' }, ['roles.RECRUITER: must be an object such as']],
    ['no sentence', { RECRUITER: { about: ' ' } }, ['roles.RECRUITER: about must be a sentence']],
    [
      'a mistyped option',
      { RECRUITER: { about, inherit: ['READER'] } },
      ['roles.RECRUITER: no option has the name inherit; did you mean inherits?'],
    ],
    [
      'a text in the place of a list',
      { RECRUITER: { about, inherits: 'READER' } },
      ["roles.RECRUITER: inherits must be a list of roles, such as ['READER']"],
    ],
    [
      'a mistyped role',
      { RECRUITER: { about, inherits: ['REDAER', 'READER'] } },
      ['roles.RECRUITER: inherits REDAER, and no role has this name; did you mean READER?'],
    ],
    [
      'a role that is no text',
      { RECRUITER: { about, inherits: [['READER'], 7] } },
      ['inherits ["READER"], and no role has this name', 'inherits 7, and no role has this name'],
    ],
    [
      'ADMIN',
      { RECRUITER: { about, inherits: ['ADMIN'] } },
      ['roles.RECRUITER: ADMIN inherits each role of the model; inherit EDITOR in its place'],
    ],
    [
      'itself',
      { RECRUITER: { about, inherits: ['RECRUITER'] } },
      ['roles.RECRUITER: inherits itself: RECRUITER → RECRUITER; remove one of these steps'],
    ],
    [
      'a circle',
      {
        START: { about, inherits: ['FIRST'] },
        FIRST: { about, inherits: ['READER', 'SECOND'] },
        SECOND: { about, inherits: ['THIRD'] },
        THIRD: { about, inherits: ['FIRST'] },
      },
      ['roles.FIRST: inherits itself: FIRST → SECOND → THIRD → FIRST; remove one of these steps'],
    ],
  ])('%s', (_what, roles, expected) => {
    const problems = findRoleProblems(roles)
    expect(problems).toEqual(expected.map((part) => expect.stringContaining(part)))
  })

  it('are refused together, with the problems of types', () => {
    const problems = findProblems({ role: {}, roles: { EDITOR: { about }, recruiter: {} } })
    expect(problems).toEqual([
      'no option has the name role; did you mean roles?',
      expect.stringContaining('roles.EDITOR: '),
      expect.stringContaining('roles.recruiter: the name'),
      'roles.recruiter: about must be a sentence for the documentation',
      'Candidate.read: no role has the name RECRUITER; did you mean recruiter?',
      'Candidate.write: no role has the name RECRUITER; did you mean recruiter?',
      expect.stringContaining('Candidate.hire: no role has the name HEAD_OF_PEOPLE'),
    ])
    expect(findProblems(null)).toContain(
      'the options of contentModel must be an object such as { roles: {} }',
    )
    expect(findProblems(7)).toContain('the options of contentModel must be an object such as { roles: {} }')
  })
})

describe('C15.22 a policy file of a model with roles', () => {
  const model = createModel({ roles: ROLES })
  const file = defaultPolicyFile(model)
  const listProblems = (roles: object): readonly string[] => {
    try {
      readPolicy(model, JSON.stringify({ ...file, roles }))
      return []
    } catch (error) {
      if (!(error instanceof InvalidPolicy)) throw error
      return error.problems.map(({ path, message }) => `${path}: ${message}`)
    }
  }

  it('has the roles of the model, and equals its policy', () => {
    const { policy, findings } = readPolicy(model, JSON.stringify(file))
    expect(policy.document).toEqual(model.policy.document)
    expect(findings).toEqual([])
  })

  it('is refused without one of them, whether or not other roles inherit it', () => {
    const { HEAD_OF_PEOPLE: _, ...roles } = file.roles
    const missing =
      'roles.HEAD_OF_PEOPLE: is missing, and the content model declares it; add the role that `policy print` prints'
    expect(listProblems(roles)[0]).toBe(missing)
    const admin = { ...roles['ADMIN'], inherits: ['EDITOR'] }
    expect(listProblems({ ...roles, ADMIN: admin })).toEqual([missing])
  })

  it('decides what the roles may do', () => {
    const recruiter = { inherits: ['READER'], rules: [] }
    const { policy } = readPolicy(
      model,
      JSON.stringify({ ...file, roles: { ...file.roles, RECRUITER: recruiter } }),
    )
    expect(holds({ policy }, 'RECRUITER', 'candidates:write')).toBe(false)
  })
})
