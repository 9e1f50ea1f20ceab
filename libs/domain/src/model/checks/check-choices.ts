import type { ChoiceField } from '../fields/field.ts'
import { findUnknownOptions } from '../../rules/similar-name.ts'
import { problem } from './model-problem.ts'

/** C16.1. */
const MOST_WORDS = 100
const WORD = /^[A-Z][A-Z0-9_]{0,39}$/
/** GraphQL, section 3.9 (Enums); names with two underscores at the start belong to introspection. */
const NO_WORDS: ReadonlySet<string> = new Set(['TRUE', 'FALSE', 'NULL'])

const suggestWord = (word: string): string => {
  const letters = word
    .toUpperCase()
    .split(/[^A-Z0-9]/)
    .filter(Boolean)
    .join('_')
    .slice(0, 38)
  return /^[A-Z]/.test(letters) && !NO_WORDS.has(letters) ? letters : `A_${letters}`
}

const isWord = (word: unknown): boolean => typeof word === 'string' && WORD.test(word) && !NO_WORDS.has(word)

const isText = (text: unknown): boolean =>
  text === undefined || (typeof text === 'string' && text.trim() !== '' && text.isWellFormed())

const checkWord = ({ word, ...options }: ChoiceField['choices'][number]): readonly string[] => [
  ...problem(
    !isWord(word),
    `the word ${JSON.stringify(word)} must be at most 40 capitals, digits and underscores, start with a capital, and be none of TRUE, FALSE, NULL, such as ${suggestWord(String(word))}`,
  ),
  ...problem(
    !isText(options.label) || !isText(options.about),
    `label and about of ${word} must be texts that are not empty`,
  ),
  ...findUnknownOptions(options, ['label', 'about']).map((wrong) => `${word}: ${wrong}`),
]

/** C16.1: the words of a choice. */
export const checkChoices = ({ choices, as }: ChoiceField): readonly string[] => {
  const words = choices.map(({ word }) => word)
  return [
    ...problem(words.length === 0, 'a choice needs at least one word'),
    ...problem(
      words.length > MOST_WORDS,
      `a choice has at most ${MOST_WORDS} words, and this one has ${words.length}`,
    ),
    ...choices.slice(0, MOST_WORDS).flatMap(checkWord),
    ...problem(new Set(words).size < words.length, 'a word is there twice; leave out one of them'),
    ...problem(
      as !== undefined && !/^[A-Z][A-Za-z0-9]{0,60}$/.test(as),
      `as must be the name of a type, such as Course, and is ${JSON.stringify(as)}`,
    ),
  ]
}
