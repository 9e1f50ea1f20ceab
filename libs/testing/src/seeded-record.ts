import type { RecordType } from '@content-service/domain'
import {
  beginSlug,
  createTypedRule,
  isOwner,
  newRecord,
  type Field,
} from '@content-service/domain/internal/model'
import { accept, adviseName, findProblems, type Rules } from '@content-service/domain/internal/rules'
import { describeValue } from './describe-value.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Field>>
type Facts = Parameters<typeof newRecord>[2]

/** The fields that a seed can give: the owner is the creator, and stores compute values (C16.2). */
const collectFields = ({ attributes, manyLinks }: RecordType): Fields =>
  Object.fromEntries([
    ...Object.entries(attributes).filter(([, field]) => !isOwner(field) && field.computed === undefined),
    ...manyLinks.map(({ attribute, field }) => [attribute, field] as const),
  ])

const createRules = (fields: Fields): Rules =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createTypedRule(field)]))

const isRequired = ({ isInput, isOptional, initial }: Field): boolean =>
  isInput && !isOptional && initial === null

const findMissing = (fields: Fields, given: Values): readonly string[] =>
  Object.entries(fields)
    .filter(([name, field]) => isRequired(field) && given[name] === undefined)
    .map(([name]) => `${name} is missing.`)

const findUnknown = ({ ownerAttribute }: RecordType, fields: Fields, given: Values): readonly string[] =>
  Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) =>
      name === ownerAttribute
        ? `${name} is the creator: give the user as the third argument.`
        : `${name} is no field that a seed can set; ${adviseName(name, Object.keys(fields))}`,
    )

const readPath = (value: unknown, [first, ...rest]: readonly (string | number)[]): unknown =>
  first === undefined ? value : readPath((value as Values)[first], rest)

const findWrong = (fields: Fields, given: Values): readonly string[] =>
  findProblems(createRules(fields), given).map(
    ({ path, message }) =>
      `${path.join('.')} ${message}, and the value is ${describeValue(readPath(given, path))}.`,
  )

const findOwnerProblem = ({ ownerAttribute }: RecordType, { creator }: Facts): readonly string[] =>
  ownerAttribute !== null && creator === null
    ? [`${ownerAttribute} is missing: give the user as the third argument.`]
    : []

const checkSeed = (type: RecordType, given: Values, facts: Facts): void => {
  const fields = collectFields(type)
  const problems = [
    ...findUnknown(type, fields, given),
    ...findMissing(fields, given),
    ...findWrong(fields, given),
    ...findOwnerProblem(type, facts),
  ]
  if (problems.length > 0)
    throw new TypeError(`seed.record: ${problems.map((problem) => `${type.name}.${problem}`).join(' ')}`)
}

/** A record with the values of a seed. @throws TypeError, which says how to correct each value. */
export const createSeededRecord = (type: RecordType, given: Values, facts: Facts) => {
  checkSeed(type, given, facts)
  const accepted = accept(createRules(collectFields(type)), given)
  return { ...newRecord(type, {}, facts), ...accepted, ...beginSlug(type, accepted) }
}
