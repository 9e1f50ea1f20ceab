import { isObject } from '@content-service/domain/internal/rules'
import {
  isBlocks,
  isGroup,
  isList,
  nameBlockType,
  nameGroup,
  type BlocksField,
  type Field,
  type Fields,
  type NamedOwner,
} from '@content-service/domain/internal/model'

/** The value of a field as GraphQL shows it. */
type Present = (value: unknown) => unknown
type Presenters = readonly (readonly [string, Present])[]

const listPresenters = (owner: NamedOwner, members: Fields): Presenters =>
  Object.entries(members).flatMap(([name, member]) => {
    const present = createPresenter(owner, [name, member])
    return present ? [[name, present] as const] : []
  })

const presentMembers = (presenters: Presenters, part: object): object => ({
  ...part,
  ...Object.fromEntries(presenters.map(([name, present]) => [name, present((part as Fields)[name])])),
})

const presentEach =
  (present: (part: Readonly<Record<string, unknown>>) => object): Present =>
  (values) =>
    Array.isArray(values) ? values.map((value) => (isObject(value) ? present(value) : value)) : values

const createBlocksPresenter = (owner: NamedOwner, entry: readonly [string, BlocksField]): Present => {
  const types = new Map(
    Object.entries(entry[1].blocks).map(([type, members]) => {
      const name = nameBlockType(owner, entry, type)
      return [type, { name, presenters: listPresenters({ name }, members) }]
    }),
  )
  return presentEach((block) => {
    const known = types.get(String(block['type']))
    return known ? { ...presentMembers(known.presenters, block), __typename: known.name } : block
  })
}

/** Adds to blocks the names of their types, by which a union tells them apart; null for a field without blocks. */
export const createPresenter = (
  owner: NamedOwner,
  [name, field]: readonly [string, Field],
): Present | null => {
  if (isBlocks(field)) return createBlocksPresenter(owner, [name, field])
  const group = isList(field) ? field.item : field
  if (!isGroup(group)) return null
  const presenters = listPresenters({ name: nameGroup(owner, [name, group]) }, group.members)
  if (presenters.length === 0) return null
  const present = (part: object) => presentMembers(presenters, part)
  if (isList(field)) return presentEach(present)
  return (value) => (isObject(value) ? present(value) : value)
}
