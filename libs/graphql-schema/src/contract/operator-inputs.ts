import type { ContentModel } from '@content-service/domain'
import { nameWhere } from '@content-service/domain/internal/model'
import {
  ABOUT_OPERATORS,
  listMembers,
  OPERATORS,
  TAKES_LIST,
  type Operator,
  type ValueKind,
  type ValueMember,
} from '@content-service/domain/internal/lists'
import { inputType, inputValue } from './ast.ts'

/** The inputs of values, and the scalars of their operators (C13.1). */
const VALUES = {
  id: { input: 'IdWhere', scalar: 'ID', about: 'an id' },
  text: { input: 'TextWhere', scalar: 'String', about: 'a text' },
  integer: { input: 'IntWhere', scalar: 'Int', about: 'a whole number' },
  number: { input: 'FloatWhere', scalar: 'Float', about: 'a number' },
  decimal: { input: 'DecimalWhere', scalar: 'Decimal', about: 'a decimal' },
  time: { input: 'TimeWhere', scalar: 'String', about: 'a point in time, in RFC 3339' },
  date: { input: 'DateWhere', scalar: 'Date', about: 'a date' },
  flag: { input: 'FlagWhere', scalar: 'Boolean', about: 'true or false' },
  json: { input: 'JsonWhere', scalar: 'JSON', about: 'a value of JSON' },
  texts: { input: 'TextListWhere', scalar: 'String', about: 'a list of texts' },
} as const satisfies Readonly<Record<Exclude<ValueKind, 'choice'>, object>>

export const nameOperatorInput = ({ values, wordsName = '' }: ValueMember): string =>
  values === 'choice' ? nameWhere(wordsName) : VALUES[values].input

const isCheck = (operator: Operator): boolean => operator === 'isNull' || operator === 'isEmpty'

const nameOperand = (operator: Operator, scalar: string): string => {
  if (isCheck(operator)) return 'Boolean'
  return TAKES_LIST.has(operator) ? `[${scalar}!]` : scalar
}

/** C12.5: the largest value that a client may send. */
const describeMaximum = (kind: ValueKind, operator: Operator): string => {
  if (TAKES_LIST.has(operator)) return ' At most 100 values.'
  if (isCheck(operator)) return ''
  if (kind === 'time') return ' At most 64 characters.'
  return kind === 'text' || kind === 'texts' || kind === 'decimal' ? ' At most 1,000 characters.' : ''
}

const declareOperators = (kind: ValueKind, input: string, scalar: string, about: string) =>
  inputType(
    input,
    `Conditions on ${about}. All of them must hold.`,
    OPERATORS[kind].map((operator) => {
      const aboutOperator = `${ABOUT_OPERATORS[operator]}${describeMaximum(kind, operator)}`
      return inputValue(operator, nameOperand(operator, scalar), aboutOperator)
    }),
  )

/** The inputs of the operators: one for each kind of value, and one for each closed set. */
export const declareOperatorInputs = (model: ContentModel) => {
  const members = model.types.flatMap((type) => Object.values(listMembers(model, type)))
  const sets = members.flatMap((each) => (each.kind === 'value' && each.wordsName ? [each.wordsName] : []))
  return [
    ...Object.entries(VALUES).map(([kind, { input, scalar, about }]) =>
      declareOperators(kind as keyof typeof VALUES, input, scalar, about),
    ),
    ...[...new Set(sets)].map((name) =>
      declareOperators('choice', nameWhere(name), name, 'a value of a closed set'),
    ),
  ]
}
