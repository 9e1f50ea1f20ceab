import { WORDS } from '../fields/build-field.ts'
import type { Field } from '../fields/field.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

const MOST = { label: 100, labels: 100, section: 100, placeholder: 200, help: 1_000 } as const

const isLine = (text: unknown, most: number): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= most && !/[\p{Cc}\u2028\u2029]/u.test(text)

const checkLine = (label: string, option: keyof typeof MOST, text: unknown): readonly string[] =>
  text === undefined || isLine(text, MOST[option])
    ? []
    : [`${label}: ${option} must be a text of one line with 1 to ${MOST[option]} characters`]

const checkField = (label: string, field: Field): readonly string[] =>
  WORDS.flatMap((option) => checkLine(label, option, field[option]))

const checkTitleField = ({ name, words: { titleField }, shown }: RecordType): readonly string[] => {
  if (titleField === undefined) return []
  const field = Object.hasOwn(shown, titleField) ? shown[titleField] : undefined
  const lines = Object.keys(shown).filter((each) => shown[each]?.kind === 'line')
  return problem(
    field?.kind !== 'line',
    `${name}: titleField must name a line of the type${lines.length > 0 ? `, such as ${lines.join(', ')}` : ''}`,
  )
}

/** C17.9: the words for people. */
export const checkWords = (type: RecordType): readonly string[] => {
  const { name, fields, operations, words } = type
  return [
    ...(['label', 'labels', 'section'] as const).flatMap((option) => checkLine(name, option, words[option])),
    ...checkTitleField(type),
    ...Object.entries(fields).flatMap(([field, declared]) => checkField(`${name}.${field}`, declared)),
    ...Object.entries(operations).flatMap(([verb, { input }]) =>
      Object.entries(input).flatMap(([field, declared]) => checkField(`${name}.${verb}.${field}`, declared)),
    ),
  ]
}
