import type { PolicyTests } from '@content-service/authz/testing'
import { UsageError } from './command.ts'
import { readData } from './read-data.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const FILE_MEMBERS = ['policy', 'subjects', 'resources', 'tests']
const TEST_MEMBERS = ['name', 'subject', 'permission', 'resource', 'after', 'field', 'context', 'expect']
const EXPECTED_LISTS = ['rules', 'omit', 'mask', 'only']
const EXPECTED_MEMBERS = ['effect', 'reason', ...EXPECTED_LISTS]

/** A misspelt member would make a test that checks nothing. */
function findUnknown(value: object, known: readonly string[], path: string): string[] {
  return Object.keys(value).flatMap((name) =>
    known.includes(name) ? [] : [`${path}: unknown member "${name}"; known are ${known.join(', ')}`],
  )
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function checkMembers(expect: Readonly<Record<string, unknown>>, path: string): string[] {
  const wrong = EXPECTED_LISTS.filter((name) => expect[name] !== undefined && !isListOfTexts(expect[name]))
  return [
    ...findUnknown(expect, EXPECTED_MEMBERS, path),
    ...wrong.map((name) => `${path}.${name}: must be a list of texts`),
  ]
}

function checkExpectation(expect: unknown, path: string): string[] {
  const effect = isObject(expect) ? expect['effect'] : expect
  const unknown = isObject(expect) ? checkMembers(expect, `${path}.expect`) : []
  return effect === 'allow' || effect === 'deny'
    ? unknown
    : [...unknown, `${path}.expect: must be allow, deny, or an object with the member effect`]
}

function checkTest(test: unknown, path: string): string[] {
  if (!isObject(test)) return [`${path}: must be an object`]
  const { subject, permission, expect } = test
  return [
    ...findUnknown(test, TEST_MEMBERS, path),
    ...(subject === undefined ? [`${path}: the member "subject" is missing; write null for nobody`] : []),
    ...(typeof permission === 'string' ? [] : [`${path}: the member "permission" is missing`]),
    ...checkExpectation(expect, path),
  ]
}

function checkTests(data: unknown): string[] {
  if (!isObject(data)) return ['the file must be an object with the member "tests"']
  const { tests, subjects = {}, resources = {} } = data
  const named = { subjects, resources }
  return [
    ...findUnknown(data, FILE_MEMBERS, 'file'),
    ...Object.entries(named).flatMap(([name, value]) =>
      isObject(value) ? [] : [`${name}: must be an object`],
    ),
    ...(Array.isArray(tests) && tests.length > 0
      ? tests.flatMap((test, i) => checkTest(test, `tests[${i}]`))
      : ['tests: must be a list of at least one test']),
  ]
}

/** Tests, and the file of their policy if they name one. */
export interface TestFile extends PolicyTests {
  readonly policy?: string
}

/** Reads a file of tests. @throws {UsageError} with all its mistakes. */
export async function readTestFile(file: string): Promise<TestFile> {
  const data = await readData(file)
  const problems = checkTests(data)
  if (problems.length > 0) throw new UsageError(problems.map((problem) => `${file}: ${problem}`).join('\n'))
  return data as TestFile
}
