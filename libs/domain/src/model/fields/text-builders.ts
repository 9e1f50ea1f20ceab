import { createWebAddressRule, email as emailRule } from '../../rules/addresses.ts'
import { createPatternRule, findPatternProblems } from '../../rules/pattern.ts'
import { MOST_MATCHED } from '../../rules/pattern-budget.ts'
import { createLineRule, createTextRule } from '../../rules/text.ts'
import {
  build,
  TEXT_OPTIONS,
  type Built,
  type Exactly,
  type Initial,
  type TextOptions,
  type Values,
} from './build-field.ts'
import type { BareField, ValueSchema } from './field.ts'

interface AddressOptions extends TextOptions {
  /** The value of a new record for which no client gives a text. */
  readonly initial?: string
}

interface LineOptions extends AddressOptions {
  /** C16.1: a regular expression of RE2 that the whole text must match, in at most 1,000 characters. */
  readonly pattern?: string
}

interface LongTextOptions extends LineOptions {
  /** The fewest characters; 0 by default. */
  readonly least?: number
}

const ADDRESS_OPTIONS = [...TEXT_OPTIONS, 'initial']
const LINE_OPTIONS = [...ADDRESS_OPTIONS, 'pattern']

/** The whole text matches: JSON Schema looks for a part that does. */
const toWhole = (pattern: string): string => `^(?:${pattern})$`

type TextValues = Pick<Values, 'kind'> & {
  readonly schema: ValueSchema
  readonly check: (text: string) => string
}

/** C16.1: a rule refuses more characters, so that they cannot be declared. */
const findLengthProblems = ({ maxLength = 0 }: ValueSchema): readonly string[] =>
  maxLength > MOST_MATCHED
    ? [
        `a text with a pattern has at most ${MOST_MATCHED} characters, and this one has ${maxLength}; lower the most`,
      ]
    : []

/** A text with the option `pattern`. */
const buildText = (
  { kind, schema, check }: TextValues,
  given: Partial<LineOptions> | undefined,
  known: readonly string[],
): never => {
  const { pattern, ...options }: Partial<LineOptions> = given ?? {}
  if (pattern === undefined) return build({ kind, schema, check }, given, known)
  const problems = [...findPatternProblems(pattern), ...findLengthProblems(schema)]
  if (problems.length > 0) return build({ kind, schema, check, problems }, options, known)
  const matches = createPatternRule(pattern)
  const checkAll = (text: string): string => matches(check(text))
  return build({ kind, schema: { ...schema, pattern: toWhole(pattern) }, check: checkAll }, options, known)
}

interface BuildLine {
  (most: number): BareField<string>
  <const Given extends LineOptions>(
    most: number,
    options: Exactly<Given, LineOptions>,
  ): Built<string, Given> & Initial<Given>
}

/** A text of one line, not blank, of at most `most` characters. */
export const line: BuildLine = (most: number, options?: LineOptions) =>
  buildText(
    { kind: 'line', schema: { type: 'string', minLength: 1, maxLength: most }, check: createLineRule(most) },
    options,
    LINE_OPTIONS,
  )

interface BuildLongText {
  (most: number): BareField<string>
  <const Given extends LongTextOptions>(
    most: number,
    given: Exactly<Given, LongTextOptions>,
  ): Built<string, Given> & Initial<Given>
}

const createLongText =
  (kind: 'text' | 'markdown'): BuildLongText =>
  (most: number, given?: LongTextOptions) => {
    const { least = 0, ...options }: Partial<LongTextOptions> = given ?? {}
    const minimum = least !== 0 && { minLength: least }
    const schema: ValueSchema = { type: 'string', ...minimum, maxLength: most }
    return buildText({ kind, schema, check: createTextRule(least, most) }, options, [
      ...LINE_OPTIONS,
      'least',
    ])
  }

/** A text of any number of lines, of at most `most` characters. */
export const text = createLongText('text')

/** A text in Markdown (CommonMark), of at most `most` characters, kept as its writer sent it. */
export const markdown = createLongText('markdown')

const MOST_OF_EMAIL = 254

interface BuildAddress {
  (): BareField<string>
  <const Given extends AddressOptions>(
    options: Exactly<Given, AddressOptions>,
  ): Built<string, Given> & Initial<Given>
}

/** C16.1: an email address with the rules of accounts (C2.3), in GraphQL the scalar Email. */
export const email: BuildAddress = (options?: AddressOptions) =>
  build(
    {
      kind: 'email',
      schema: { type: 'string', maxLength: MOST_OF_EMAIL, format: 'email' },
      check: emailRule,
    },
    options,
    ADDRESS_OPTIONS,
  )

const MOST_OF_URL = 2_000

/** C16.1: an http or https address of at most 2,000 characters, in GraphQL the scalar URL. */
export const url: BuildAddress = (options?: AddressOptions) =>
  build(
    {
      kind: 'url',
      schema: { type: 'string', maxLength: MOST_OF_URL, format: 'uri' },
      check: createWebAddressRule(MOST_OF_URL),
    },
    options,
    ADDRESS_OPTIONS,
  )
