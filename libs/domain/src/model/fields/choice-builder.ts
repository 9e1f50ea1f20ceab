import { oneOf } from '../../rules/accept.ts'
import { build, OPTIONS, type Exactly, type Options, type Stored } from './build-field.ts'
import type { BareField, Choice, ChoiceField, SetByService } from './field.ts'

interface ChoiceOptions<Word extends string> extends Omit<Options, 'example' | 'publishedMaximum'> {
  /** The word of a new record for which no client gives one. */
  readonly initial?: NoInfer<Word>
  readonly unique?: true
  /** The name of the type in GraphQL. Fields with the same name and the same words share the type. */
  readonly as?: string
}

/** A word for people: its name, and what it means. */
interface WordOptions {
  readonly label?: string
  readonly about?: string
}

/** The words of a choice in their order, alone or with their names for people. */
type Words<Word extends string> = readonly Word[] | Readonly<Record<Word, WordOptions>>

type BuiltChoice<Word extends string, Given> = ChoiceField<Word, Stored<Word, Given>> &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown) &
  (Given extends { readonly initial: infer Value } ? { readonly initial: Value } : unknown)

const CHOICE_OPTIONS = [
  ...OPTIONS.filter((option) => option !== 'example' && option !== 'publishedMaximum'),
  'initial',
  'unique',
  'as',
]

// `Array.isArray` does not narrow lists that are readonly.
const isList = <Word extends string>(words: Words<Word>): words is readonly Word[] => Array.isArray(words)

const readChoices = <Word extends string>(words: Words<Word>): readonly Choice<Word>[] =>
  isList(words)
    ? words.map((word) => ({ word }))
    : Object.entries<WordOptions>(words ?? {}).map(([word, options]) => ({ word: word as Word, ...options }))

interface BuildChoice {
  <const Word extends string>(words: Words<Word>): BareField<Word>
  <const Word extends string, const Given extends ChoiceOptions<Word>>(
    words: Words<Word>,
    options: Exactly<Given, ChoiceOptions<Word>>,
  ): BuiltChoice<Word, Given>
}

/**
 * C16.1: one word of a closed set, which clients choose: `choice(['STARTER', 'MAIN'], …)`, or with names for people
 * `choice({ MAIN: { label: 'Main course' } }, …)`. GraphQL has an enum of the words.
 */
export const choice: BuildChoice = <Word extends string>(
  words: Words<Word>,
  options?: ChoiceOptions<Word>,
) => {
  const choices = readChoices(words)
  const known = choices.map(({ word }) => word)
  const values = { kind: 'choice', schema: { type: 'string', enum: known }, check: oneOf(known) } as const
  return { ...(build(values, options, CHOICE_OPTIONS) as object), choices } as never
}
