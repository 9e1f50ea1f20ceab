import { capitalize } from './capitalize.ts'
import { type Field } from './fields/field.ts'
import { isBlocks, isGroup, isList } from './fields/part-fields.ts'
import { isField } from './fields/member-rules.ts'
import type { BlocksField } from './fields/part-fields.ts'
import type { Fields } from './types/record-operation.ts'

/** The type of GraphQL to which members belong: their own types have names that begin with it. */
export interface NamedOwner {
  readonly name: string
}

/** C16.1: the types of a group: `RecipeNutrition`, or the name that the option `as` gives. */
export const nameGroup = ({ name }: NamedOwner, [member, field]: readonly [string, Field]): string =>
  (isGroup(field) ? field.as : undefined) ?? `${name}${capitalize(member)}`

const nameBlocks = ({ name }: NamedOwner, [member, { as }]: readonly [string, BlocksField]): string =>
  as ?? `${name}${capitalize(member)}`

/** C16.1: the union of blocks: `RecipeBodyBlock`. */
export const nameBlock = (owner: NamedOwner, entry: readonly [string, BlocksField]): string =>
  `${nameBlocks(owner, entry)}Block`

/** One type of blocks: `RecipeBodyQuote`. */
export const nameBlockType = (
  owner: NamedOwner,
  entry: readonly [string, BlocksField],
  type: string,
): string => `${nameBlocks(owner, entry)}${capitalize(type)}`

/** The input of a new part, and of a block: `RecipeNutritionInput`, `RecipeBodyBlockInput`. */
export const namePartInput = (name: string): string => `${name}Input`

/** The input of a change of a group: `UpdateRecipeNutritionInput`. */
export const namePartChange = (name: string): string => `Update${name}Input`

/** An object type of GraphQL for the parts of a field. */
export interface PartType {
  readonly name: string
  readonly about: string
  readonly members: Fields
  /** A part of a list has a key. */
  readonly hasKey: boolean
  /** Changes name single members. */
  readonly isChanged: boolean
  /** Several fields can share the type, because the option `as` names it. */
  readonly isShared: boolean
}

/** A union of GraphQL for blocks. */
export interface BlockUnion {
  readonly name: string
  readonly about: string
  /** The name of the object type of each type of blocks. */
  readonly types: Readonly<Record<string, string>>
  readonly isShared: boolean
}

/** The types that the parts of a field need, and their members under the types to which they belong. */
export interface PartTypes {
  readonly parts: readonly PartType[]
  readonly unions: readonly BlockUnion[]
  readonly members: readonly { readonly owner: NamedOwner; readonly fields: Fields }[]
}

const NONE: PartTypes = { parts: [], unions: [], members: [] }

/** The types of several fields together. */
export const joinPartTypes = (all: readonly PartTypes[]): PartTypes => ({
  parts: all.flatMap(({ parts }) => parts),
  unions: all.flatMap(({ unions }) => unions),
  members: all.flatMap(({ members }) => members),
})

const listMembers = (part: PartType): PartTypes =>
  joinPartTypes([
    { parts: [part], unions: [], members: [{ owner: part, fields: part.members }] },
    ...Object.entries(part.members).map((entry) => listPartsOf(part, entry, !part.hasKey && part.isChanged)),
  ])

const listBlocks = (owner: NamedOwner, entry: readonly [string, BlocksField]): PartTypes => {
  const [, { about, blocks, as }] = entry
  const isShared = as !== undefined
  const types = Object.keys(blocks).map((type) => [type, nameBlockType(owner, entry, type)] as const)
  const union = { name: nameBlock(owner, entry), about, types: Object.fromEntries(types), isShared }
  const parts = types.map(([type, name]) => {
    const members = blocks[type] ?? {}
    return listMembers({ name, about, members, hasKey: true, isChanged: false, isShared })
  })
  return joinPartTypes([{ parts: [], unions: [union], members: [] }, ...parts])
}

const listPartsOf = (
  owner: NamedOwner,
  [name, field]: readonly [string, Field],
  isChanged: boolean,
  hasKey = false,
): PartTypes => {
  // `contentModel` reports what is no field.
  if (!isField(field)) return NONE
  if (isBlocks(field)) return listBlocks(owner, [name, field])
  if (isList(field)) return listPartsOf(owner, [name, field.item], false, true)
  if (!isGroup(field) || field.isReleased) return NONE
  const { about, members, as } = field
  return listMembers({
    name: nameGroup(owner, [name, field]),
    about,
    members,
    hasKey,
    isChanged,
    isShared: as !== undefined,
  })
}

/** The types that the groups, lists and blocks among these fields need. */
export const listPartTypes = (owner: NamedOwner, fields: Fields, isChanged: boolean): PartTypes =>
  joinPartTypes(Object.entries(fields).map((entry) => listPartsOf(owner, entry, isChanged)))
