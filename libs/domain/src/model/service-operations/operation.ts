import type { Permission } from '../../access/content-policy.ts'
import { isObject, isPlainObject } from '../../rules/is-object.ts'
import { findUnknownOptions } from '../../rules/similar-name.ts'
import { SECOND_MS } from '../../rules/time.ts'
import type { Field } from '../fields/field.ts'
import { createRule, type Fields } from '../types/record-operation.ts'
import type { ServiceOperation, ServiceOperationDeclaration } from './service-operation.ts'

const OPTIONS = [
  'name',
  'about',
  'kind',
  'permission',
  'input',
  'returns',
  'permissions',
  'cost',
  'timeout',
  'run',
] as const satisfies readonly (keyof ServiceOperationDeclaration<Fields, Fields>)[]

const NO_FIELDS: Fields = {}
const DEFAULT_COST = 10
const DEFAULT_TIMEOUT_S = 5
/** Both interfaces give up a request soon after. */
const MOST_SECONDS = 10
const MOST_COST = 10_000
const EXAMPLE = 'seats: field.integer(0, 1_000, { about: … })'

const isFields = (given: unknown): given is Fields =>
  isPlainObject(given) &&
  Object.values(given).every((each) => isObject(each) && typeof each['kind'] === 'string' && 'check' in each)

const isAmount = (given: unknown, least: number, most: number): boolean =>
  given === undefined || (typeof given === 'number' && given >= least && given <= most)

const readFields = (given: unknown): Fields => (isFields(given) ? given : NO_FIELDS)

/** The wrong forms that the compiler did not see. */
const findProblems = (given: Readonly<Record<string, unknown>>): readonly string[] => {
  const { kind, input, returns, permissions, cost, timeout, run } = given
  const checks: readonly (readonly [boolean, string])[] = [
    [kind === 'read' || kind === 'write', "kind: must be 'read' or 'write'"],
    [input === undefined || isFields(input), `input: must be an object of fields, such as { ${EXAMPLE} }`],
    [
      isFields(returns) && Object.keys(returns).length > 0,
      `returns: must be an object of at least one field, such as { ${EXAMPLE} }`,
    ],
    [
      permissions === undefined || Array.isArray(permissions),
      "permissions: must be a list, such as ['articles:read']",
    ],
    [
      isAmount(cost, 0, MOST_COST) && Number.isInteger(cost ?? 0),
      `cost: must be an integer from 0 to ${MOST_COST}`,
    ],
    [
      isAmount(timeout, Number.MIN_VALUE, MOST_SECONDS),
      `timeout: must be a number of seconds above 0, at most ${MOST_SECONDS}`,
    ],
    [typeof run === 'function', 'run: must be a function of the context and the input'],
  ]
  return [
    ...findUnknownOptions(given, OPTIONS),
    ...checks.flatMap(([isRight, wrong]) => (isRight ? [] : [wrong])),
  ]
}

const createRules = (input: Fields) =>
  Object.fromEntries(Object.entries<Field>(input).map(([name, field]) => [name, createRule(field)]))

const readText = (given: unknown): string => (typeof given === 'string' ? given : '')

/**
 * C16.5: declares an operation of no record, for the option `operations` of `contentModel`. It is a field of GraphQL and an
 * address of REST. `contentModel` reports what is wrong.
 */
export const operation = <
  const Input extends Fields = Readonly<Record<never, never>>,
  const Returns extends Fields = Fields,
>(
  declared: ServiceOperationDeclaration<Input, Returns>,
): ServiceOperation => {
  const { cost = DEFAULT_COST, timeout = DEFAULT_TIMEOUT_S, permissions = [] } = declared
  const input = readFields(declared.input)
  return {
    name: readText(declared.name),
    about: declared.about,
    kind: declared.kind,
    // `contentModel` refuses a permission that nobody declares.
    permission: readText(declared.permission) as Permission,
    input,
    rules: createRules(input),
    returns: readFields(declared.returns),
    permissions: Array.isArray(permissions) ? ([...permissions] as Permission[]) : [],
    cost,
    timeoutMs: timeout * SECOND_MS,
    problems: findProblems({ ...declared }),
    run: (context, given) => declared.run(context, given),
  }
}
