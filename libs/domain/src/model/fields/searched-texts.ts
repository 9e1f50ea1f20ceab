import { isObject } from '../../rules/is-object.ts'
import type { Field, SearchWeight } from './field.ts'
import { isField } from './member-rules.ts'
import { isBlocks, isGroup, isList } from './part-fields.ts'

type Fields = Readonly<Record<string, Field>>

/** A step from a value to what is in it: to the blocks of a type, or to a member of each part. */
export type PartStep = { readonly block: string } | { readonly member: string }

/** A text of a record that a search finds. */
export interface SearchedText {
  readonly attribute: string
  readonly weight: SearchWeight
  /** C16.1: the steps to the text in the parts of the attribute; none for the attribute itself, and for a list of texts. */
  readonly path: readonly PartStep[]
}

type Searched = Omit<SearchedText, 'attribute'>

const listMembers = (members: Fields, before: readonly PartStep[]): readonly Searched[] =>
  Object.entries(members).flatMap(([member, field]) => listTexts(field, [...before, { member }]))

const listTexts = (field: Field, path: readonly PartStep[]): readonly Searched[] => {
  // `contentModel` reports what is no field.
  if (!isField(field)) return []
  if (isList(field)) return listTexts(field.item, path)
  if (isGroup(field)) return listMembers(field.members, path)
  if (isBlocks(field))
    return Object.entries(field.blocks).flatMap(([block, members]) =>
      listMembers(members, [...path, { block }]),
    )
  return field.search === undefined ? [] : [{ weight: field.search, path }]
}

/** The texts that searches find of these attributes, those of parts included (C16.1). */
export const listSearchedTexts = (attributes: Fields): readonly SearchedText[] =>
  Object.entries(attributes).flatMap(([attribute, field]) =>
    listTexts(field, []).map((text) => ({ attribute, ...text })),
  )

/** Whether searches find a text of the field or of one of its parts. */
export const isSearched = (field: Field): boolean => listTexts(field, []).length > 0

const takeStep = (step: PartStep, part: unknown): readonly unknown[] => {
  if (!isObject(part)) return []
  if ('block' in step) return part['type'] === step.block ? [part] : []
  return Object.hasOwn(part, step.member) ? [part[step.member]].flat() : []
}

/** The texts that a value of the attribute has, in their order. */
export const readSearchedTexts = ({ path }: Searched, value: unknown): readonly string[] =>
  path
    .reduce((parts, step) => parts.flatMap((part) => takeStep(step, part)), [value].flat())
    .filter((text) => typeof text === 'string')
