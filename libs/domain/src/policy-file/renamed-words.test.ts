import { InvalidPolicy } from '@content-service/authz'
import { describe, expect, test } from 'vitest'
import { group, line, one, state } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { defaultPolicyFile, readPolicy } from './policy-file.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, close: { EDITOR: 'all' } } as const

/** A job and its application in two versions. */
const createModel = (now: boolean) => {
  const from = (renamedFrom: string) => (now ? { renamedFrom } : {})
  const Job = record({
    name: now ? 'Vacancy' : 'Job',
    plural: now ? 'vacancies' : 'jobs',
    ...from('Job'),
    about,
    allowed,
    fields: {
      title: line(80, { about }),
      [now ? 'stage' : 'status']: state(['OPEN', 'SHUT'], { about, ...from('status') }),
      contact: group(
        { [now ? 'phone' : 'tel']: line(80, { about, optional: true, ...from('tel') }) },
        { about, optional: true },
      ),
    },
    operations: (on) => ({ close: on({ about, permission: 'close', to: 'SHUT' }) }),
  })
  const Application = record({
    name: 'Application',
    plural: 'applications',
    about,
    allowed,
    fields: {
      text: line(80, { about }),
      [now ? 'vacancy' : 'job']: one(Job, { about, inverse: 'applications', ...from('job') }),
    },
    operations: (on) => ({ close: on({ about, permission: 'close' }) }),
  })
  return contentModel([...builtInModel.types, Job, Application])
}

const [before, after] = [createModel(false), createModel(true)]

/** The file of an operator for the version before. */
const writeFile = (rules: readonly object[]): string => {
  const policy = defaultPolicyFile(before)
  return JSON.stringify({
    ...policy,
    roles: { ...policy.roles, AUTHOR: { ...policy.roles['AUTHOR'], rules } },
  })
}

const listProblems = (text: string): readonly string[] => {
  try {
    readPolicy(after, text)
    return []
  } catch (error) {
    if (error instanceof InvalidPolicy)
      return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
}

const WHEN = { op: 'eq', attribute: 'status', value: 'OPEN' }

describe('C17.10 the earlier words of a policy file', () => {
  test('are errors that name the words of now: permissions, fields, members of groups, and behind links', () => {
    const file = writeFile([
      { effect: 'allow', permissions: ['jobs:write'], when: WHEN },
      {
        effect: 'allow',
        permissions: ['jobs:*'],
        when: { op: 'not', condition: { ...WHEN, attribute: 'contact.tel', value: '1' } },
      },
      {
        effect: 'allow',
        permissions: ['applications:write'],
        when: { op: 'is', attribute: 'job', condition: WHEN },
      },
    ])
    const problems = listProblems(file)
    expect(problems.filter((each) => each.startsWith('roles.AUTHOR'))).toEqual([
      'roles.AUTHOR.rules[0]: "jobs:write" has another name now; write "vacancies:write"',
      'roles.AUTHOR.rules[0].when: "status" has another name now; write "stage"',
      'roles.AUTHOR.rules[1]: "jobs:*" has another name now; write "vacancies:*"',
      'roles.AUTHOR.rules[1].when: "contact.tel" has another name now; write "contact.phone"',
      'roles.AUTHOR.rules[2].when: "job" has another name now; write "vacancy"',
      'roles.AUTHOR.rules[2].when: "status" has another name now; write "stage"',
    ])
    expect(problems).toContain('resources.jobs: "jobs" has another name now; write "vacancies"')
    expect(problems.every((each) => each.includes('has another name now'))).toBe(true)
  })

  test('come with all other problems of the file', () => {
    const problems = listProblems(writeFile([{ effect: 'allow', permissions: ['jobs:write', 'jobs:wrte'] }]))
    expect(problems).toContain(
      'roles.AUTHOR.rules[0]: "jobs:write" has another name now; write "vacancies:write"',
    )
    expect(problems.some((each) => each.includes('unknown permission "vacancies:wrte"'))).toBe(true)
  })

  test('leave the words of another type alone, although they are the same', () => {
    const articles = { effect: 'allow', permissions: ['articles:read'], when: { ...WHEN, value: 'DRAFT' } }
    expect(listProblems(writeFile([articles])).filter((each) => each.startsWith('roles.AUTHOR'))).toEqual([])
  })

  test('are no errors once they are replaced', () => {
    expect(listProblems(JSON.stringify(defaultPolicyFile(after)))).toEqual([])
  })
})
