import { problem } from '../checks/model-problem.ts'
import type { Fields } from '../types/record-operation.ts'
import { buildComputed } from './computed-builder.ts'

/** The computed fields of a declaration, and what is wrong with them as a whole. */
export interface DeclaredComputed {
  readonly fields: Fields
  readonly problems: readonly string[]
}

const NONE: Fields = {}

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.values(given).every((each) => typeof each === 'object' && each !== null && 'computed' in each)

const FORM =
  "computed must be a function, such as (on) => ({ label: on({ kind: field.line(300), from: ['title'] }, …) })"

/** C16.2: reads `computed` of a declaration, which can be anything without types. */
export const declareComputed = (computed: unknown, taken: Fields): DeclaredComputed => {
  if (computed === undefined) return { fields: NONE, problems: [] }
  const given: unknown = typeof computed === 'function' ? computed(buildComputed) : null
  if (!isFields(given)) return { fields: NONE, problems: [FORM] }
  const names = Object.keys(given)
  return {
    fields: Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(taken, name))),
    problems: names.flatMap((name) =>
      problem(
        Object.hasOwn(taken, name),
        `${name} is a field and a computed field; choose another name for one of them`,
      ),
    ),
  }
}
