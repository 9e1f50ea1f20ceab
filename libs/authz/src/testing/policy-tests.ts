import type { Decision } from '../engine/decisions/decision.ts'
import { explain } from '../explain/index.ts'
import type { Abilities, PolicyData } from '../engine/policy/policy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** The decision that a test expects. A list names all obligations and all rules in any order. */
export interface ExpectedDecision {
  readonly effect: 'allow' | 'deny'
  readonly reason?: string
  /** The paths of the rules that decided: `roles.AUTHOR.rules[0]`. */
  readonly rules?: readonly string[]
  readonly omit?: readonly string[]
  readonly mask?: readonly string[]
  readonly only?: readonly string[]
}

/** A question to a policy, and the expected answer. */
export interface PolicyTest {
  /** A sentence; the default is made of the question. */
  readonly name?: string
  /** A subject, or the name of one in `subjects`. Null if nobody is signed in. */
  readonly subject: string | Subject | null
  readonly permission: string
  /** A row, or the name of one in `resources`. */
  readonly resource?: string | object | null
  /** The row after a change, or its name. */
  readonly after?: string | object
  /** The field that the permission is about. */
  readonly field?: string
  readonly context?: object
  readonly expect: 'allow' | 'deny' | ExpectedDecision
}

/** A file of tests. */
export interface PolicyTests {
  readonly subjects?: Readonly<Record<string, Subject | null>>
  readonly resources?: Readonly<Record<string, object>>
  readonly tests: readonly PolicyTest[]
}

/** The result of one test. Without a failure, the policy decides as expected. */
export interface TestResult {
  readonly name: string
  readonly failure?: string
}

type TestedPolicy = Abilities<Subject, Readonly<Record<string, object>>> & PolicyData

function resolveName<T>(given: string | T, named: Readonly<Record<string, T>>, kind: string): T {
  if (typeof given !== 'string') return given
  if (Object.hasOwn(named, given)) return named[given] as T
  const known = Object.keys(named).join(', ') || 'none'
  throw new TypeError(`The tests have no ${kind} "${given}"; they have ${known}.`)
}

const showName = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : value === null ? 'nobody' : otherwise

/** `ann may articles:write on draft`. */
function writeTitle({ name, subject, permission, resource, field, expect }: PolicyTest): string {
  if (name) return name
  const effect = typeof expect === 'string' ? expect : expect.effect
  const on = resource === undefined ? '' : ` on ${showName(resource, 'a row')}`
  const about = field === undefined ? '' : `, field ${field}`
  return `${showName(subject, 'a subject')} ${effect === 'allow' ? 'may' : 'may not'} ${permission}${on}${about}`
}

const joinNames = (names: readonly string[]): string =>
  names.length > 0 ? [...names].sort().join(', ') : 'none'

/** The expected and the given values that differ, one text for each. */
function differences(decision: Decision, expected: ExpectedDecision): string[] {
  const listFields = (wanted: string) =>
    decision.obligations.flatMap(({ kind, fields }) => (kind === wanted ? fields : []))
  const lists: readonly [string, readonly string[] | undefined, readonly string[]][] = [
    ['rules', expected.rules, decision.determining.map(({ path }) => path)],
    ['omit', expected.omit, listFields('omit')],
    ['mask', expected.mask, listFields('mask')],
    ['only', expected.only, listFields('only')],
  ]
  const found: readonly (readonly [string, string | undefined, string])[] = [
    ['effect', expected.effect, decision.effect],
    ['reason', expected.reason, decision.reason],
    ...lists.map(([name, wanted, given]) => [name, wanted && joinNames(wanted), joinNames(given)] as const),
  ]
  return found.flatMap(([name, wanted, given]) =>
    wanted === undefined || wanted === given ? [] : [`expected ${name} ${wanted}, and got ${given}`],
  )
}

/** Members that the answer about a field cannot have. A test that names them would compare less than it says. */
function refuseMembers({ field, after, expect }: PolicyTest): void {
  const members = typeof expect === 'string' ? [] : Object.keys(expect).filter((name) => name !== 'effect')
  const refused = after === undefined ? members : [...members, 'after']
  if (field !== undefined && refused.length > 0)
    throw new TypeError(`A test with a field compares the effect alone. Remove ${refused.join(', ')}.`)
}

function runTest(
  policy: TestedPolicy,
  { subjects = {}, resources = {} }: PolicyTests,
  test: PolicyTest,
): string[] {
  refuseMembers(test)
  const { permission, field, context, expect } = test
  const subject = resolveName(test.subject, subjects, 'subject')
  const resource = resolveName<object | null | undefined>(test.resource, resources as never, 'resource')
  const after = resolveName<object | undefined>(test.after, resources as never, 'resource')
  const expected = typeof expect === 'string' ? { effect: expect } : expect
  const ability = policy.for(subject, context)
  if (field !== undefined) {
    const given = ability.can(permission, resource, field as never) ? 'allow' : 'deny'
    return given === expected.effect ? [] : [`expected effect ${expected.effect}, and got ${given}`]
  }
  const found = differences(ability.decide(permission, resource, after), expected)
  return found.length > 0 ? [...found, explain(policy, subject, permission, resource, context).text] : []
}

/** Asks a policy all questions of the tests. */
export function runPolicyTests<S extends Subject, M extends object>(
  policy: Abilities<S, M> & PolicyData,
  tests: PolicyTests,
): readonly TestResult[] {
  // Permissions and rows come from a file, so that their types are known only when the program runs.
  const tested = policy as unknown as TestedPolicy
  return tests.tests.map((test) => {
    const name = writeTitle(test)
    try {
      const failure = runTest(tested, tests, test).join('\n')
      return failure ? { name, failure } : { name }
    } catch (error) {
      return { name, failure: (error as Error).message }
    }
  })
}

/** The functions of vitest, Jest, Mocha or node:test that define tests. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown
  readonly it: (name: string, run: () => void) => unknown
}

/** Defines one test for each question: `describePolicy('articles', policy, tests, { describe, it })`. */
export function describePolicy<S extends Subject, M extends object>(
  name: string,
  policy: Abilities<S, M> & PolicyData,
  tests: PolicyTests,
  { describe, it }: TestRunner,
): void {
  describe(name, () => {
    for (const test of tests.tests)
      it(writeTitle(test), () => {
        const [result] = runPolicyTests(policy, { ...tests, tests: [test] })
        if (result?.failure !== undefined) throw new Error(result.failure)
      })
  })
}
