import type { ContentModel } from '@content-service/domain'
import { nameWhere } from '@content-service/domain/internal/model'
import {
  ABOUT_OPERATORS,
  listMembers,
  OPERATORS,
  TAKES_LIST,
  type Member,
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
  parts: { input: 'PartsWhere', scalar: 'JSON', about: 'a list of parts' },
} as const satisfies Readonly<Record<Exclude<ValueKind, 'choice' | 'list'>, object>>

/** The inputs of lists, by the kind of their values. */
const LISTS = {
  text: { input: 'TextListWhere', scalar: 'String', about: 'a list of texts' },
  integer: { input: 'IntListWhere', scalar: 'Int', about: 'a list of whole numbers' },
  time: { input: 'TimeListWhere', scalar: 'String', about: 'a list of points in time, in RFC 3339' },
  date: { input: 'DateListWhere', scalar: 'Date', about: 'a list of dates' },
} as const satisfies Partial<Record<ValueKind, object>>

type ListItem = keyof typeof LISTS

/** C16.1: the name of the filter of a list of choices: `RecipeDietsListWhere`. */
const nameWordsList = (wordsName: string): string => nameWhere(`${wordsName}List`)

export const nameOperatorInput = ({ values, item, wordsName = '' }: ValueMember): string => {
  if (values === 'choice') return nameWhere(wordsName)
  if (values !== 'list') return VALUES[values].input
  return item === 'choice' ? nameWordsList(wordsName) : LISTS[item as ListItem].input
}

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

interface ValueInput {
  readonly input: string
  readonly scalar: string
  readonly about: string
}

/** `item` is the kind of the values of a list. */
const declareOperators = (kind: ValueKind, { input, scalar, about }: ValueInput, item = kind) =>
  inputType(
    input,
    `Conditions on ${about}. All of them must hold.`,
    OPERATORS[kind].map((operator) => {
      const aboutOperator = `${ABOUT_OPERATORS[operator]}${describeMaximum(item, operator)}`
      return inputValue(operator, nameOperand(operator, scalar), aboutOperator)
    }),
  )

/** The values among the members of filters, also inside of groups. */
const listValues = (members: readonly Member[]): readonly ValueMember[] =>
  members.flatMap((member) => {
    if (member.kind === 'value') return [member]
    return member.kind === 'group' ? listValues(Object.values(member.members)) : []
  })

/** The inputs of the operators: one for each kind of value, and one for each closed set. */
export const declareOperatorInputs = (model: ContentModel) => {
  const values = model.types.flatMap((type) => listValues(Object.values(listMembers(model, type))))
  const listSets = (kind: ValueKind, isOfSet: (value: ValueMember) => boolean) => [
    ...new Set(
      values.filter((each) => each.values === kind && isOfSet(each)).map(({ wordsName = '' }) => wordsName),
    ),
  ]
  return [
    ...Object.entries(VALUES).map(([kind, value]) => declareOperators(kind as keyof typeof VALUES, value)),
    // Tags have the input of texts.
    ...Object.entries(LISTS)
      .filter(([, { input }]) => input !== VALUES.texts.input)
      .map(([item, value]) => declareOperators('list', value, item as ListItem)),
    ...listSets('choice', () => true).map((name) =>
      declareOperators('choice', { input: nameWhere(name), scalar: name, about: 'a value of a closed set' }),
    ),
    ...listSets('list', ({ item }) => item === 'choice').map((name) =>
      declareOperators('list', {
        input: nameWordsList(name),
        scalar: name,
        about: 'a list of values of a closed set',
      }),
    ),
  ]
}
