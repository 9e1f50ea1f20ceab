import { InvalidValue } from '../../rules/errors.ts'
import { isChoice, isLink, isState, isText, type Field, type StateField } from '../fields/field.ts'
import { findKind } from '../fields/field-kinds.ts'
import { checkChoices } from './check-choices.ts'
import { findFree } from './free-name.ts'
import { problem } from './model-problem.ts'

/** A state is a value of an enum in GraphQL, and parameters of REST take it in upper or lower case. */
const STATE = /^[A-Za-z][A-Za-z0-9_]{0,40}$/
/** GraphQL, section 3.9 (Enums). */
const NO_ENUM_VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null'])

const isStateName = (state: string): boolean =>
  STATE.test(state) && !state.includes('__') && !NO_ENUM_VALUES.has(state)

const toStateName = (state: string): string => {
  const words = state
    .toUpperCase()
    .split(/[^A-Z0-9]/)
    .filter(Boolean)
  return (/^[A-Z]/.test(words[0] ?? '') ? words : ['STATE', ...words]).join('_')
}

const suggestState = (state: string, states: readonly string[]): string =>
  findFree([toStateName(state)], (name) =>
    states.some((other) => other.toUpperCase() === name && other !== state),
  )

const checkStateNames = ({ states }: StateField): readonly string[] => [
  ...problem(states.length === 0, 'a state needs at least one value'),
  ...states.flatMap((state, index) => [
    ...problem(
      !isStateName(state),
      `the state ${JSON.stringify(state)} must be letters, digits and underscores, start with a letter, and be no word of GraphQL, such as ${suggestState(state, states)}`,
    ),
    ...problem(
      states.findIndex((other) => other.toUpperCase() === state.toUpperCase()) < index,
      `the state ${state} is there twice, if upper and lower case count as equal; leave out one of them`,
    ),
  ]),
]

/** A length of a text, or the number of items. */
const isLength = (value: number | undefined): boolean =>
  value === undefined || (Number.isInteger(value) && value >= 0)

const isNumber = (value: number | undefined): boolean => value === undefined || Number.isFinite(value)

const checkLimits = (field: Field): readonly string[] => {
  const { schema } = field
  const { minLength = 0, maxLength, minimum, maximum } = schema
  const hasLength = isText(field) && maxLength !== undefined
  const hasMost = hasLength && isLength(maxLength) && maxLength > 0
  return [
    ...problem(hasLength && !hasMost, `the most characters are ${maxLength}; write an integer from 1`),
    ...problem(
      hasMost && !(isLength(minLength) && minLength <= maxLength),
      `the fewest characters are ${minLength}, and the most are ${maxLength}; write an integer from 0 to the most`,
    ),
    ...problem(
      !isNumber(minimum) || !isNumber(maximum),
      `the limits are ${minimum} and ${maximum}; write numbers`,
    ),
    ...problem(
      minimum !== undefined && maximum !== undefined && minimum > maximum,
      `the least value ${minimum} is above the most ${maximum}; exchange them`,
    ),
  ]
}

/** Why the rule of the field refuses the value; an empty list if it takes the value. */
const checkValue = (field: Field, label: string, value: unknown): readonly string[] => {
  const { sample } = findKind(field)
  if (typeof value !== (sample === 'integer' ? 'number' : sample))
    return [`the ${label} ${JSON.stringify(value)} must be a ${sample}`]
  try {
    field.check(value)
    return []
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return [`the ${label} ${JSON.stringify(value)} ${error.message}`]
  }
}

const checkSentence = (about: unknown, purpose: string): readonly string[] =>
  typeof about !== 'string' || about.trim() === ''
    ? [`about must be a sentence ${purpose}`]
    : problem(!about.isWellFormed(), 'about has half of a surrogate pair; write the whole character')

const checkSamples = (field: Field): readonly string[] => {
  const { example, initial } = field
  const isGiven = ['string', 'number'].includes(typeof initial) && !isState(field)
  return [
    ...(example === undefined ? [] : checkValue(field, 'example', example)),
    ...(isGiven && initial !== '' ? checkValue(field, 'initial', initial) : []),
  ]
}

const WEIGHTS: ReadonlySet<unknown> = new Set(['A', 'B', 'D'])

const checkWeight = ({ search }: Field): readonly string[] =>
  problem(
    search !== undefined && !WEIGHTS.has(search),
    `search is ${JSON.stringify(search)}; write 'A' for a title, 'B' for keywords or 'D' for a long text`,
  )

/** What is wrong with the values of a field: its description, limits, example and states. */
export const checkFieldValues = (field: Field): readonly string[] => {
  const limits = checkLimits(field)
  const { problems = [] } = field
  return [
    ...problems,
    ...checkSentence(field.about, 'that describes the field'),
    ...limits,
    // A rule with wrong limits refuses every example, and a builder without the option has no rule for it.
    ...(limits.length > 0 || problems.length > 0 || isLink(field) ? [] : checkSamples(field)),
    ...(isState(field) ? checkStateNames(field) : []),
    ...(isChoice(field) ? checkChoices(field) : []),
    ...checkWeight(field),
  ]
}

export const checkAbout = (about: unknown): readonly string[] => checkSentence(about, 'for the documentation')
