import { nameAttribute, type Field } from '../api/model.ts'

/** The words for a part by its place, which is counted from 1. */
export interface PartWords {
  readonly itemOf: (label: string, place: number) => string
  readonly blockOf: (label: string, place: number) => string
}

const findField = (fields: readonly Field[], name: string | undefined): Field | undefined =>
  fields.find((field) => nameAttribute(field) === name || field.name === name)

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : null

/** The fields of a part of a list or of blocks; a plain value has none. */
const listMembers = ({ item, blocks }: Field, part: unknown): readonly Field[] =>
  (blocks ? blocks.find(({ type }) => type === readMember(part, 'type'))?.fields : item?.fields) ?? []

/** The labels on the way to a value: “Page, block 2: Alt” for `page.1.alt`. Null for a value that has no field. */
export const nameProblem = (
  fields: readonly Field[],
  values: unknown,
  [name, ...rest]: readonly string[],
  words: PartWords,
): string | null => {
  const field = findField(fields, name)
  if (field === undefined || name === undefined) return null
  const value = readMember(values, name)
  const [place, ...inside] = rest
  const join = (label: string, members: readonly Field[], at: unknown, path: readonly string[]): string => {
    const member = nameProblem(members, at, path, words)
    return member === null ? label : `${label}: ${member}`
  }
  if (field.fields) return join(field.label, field.fields, value, rest)
  if (place === undefined || !(field.item || field.blocks)) return field.label
  const part = readMember(value, place)
  const label = (field.blocks ? words.blockOf : words.itemOf)(field.label, Number(place) + 1)
  return join(label, listMembers(field, part), part, inside)
}
