import type { RecordType } from '@content-service/domain'
import {
  isBlocks,
  isGroup,
  isLink,
  isList,
  isMany,
  listCounters,
  nameBlockType,
  nameGroup,
  namePartMember,
  type Field,
  type Fields,
  type NamedOwner,
} from '@content-service/domain/internal/model'

type Values = Readonly<Record<string, unknown>>

const asValues = (value: unknown): Values => value as Values

const mapMembers = (
  members: Fields,
  values: Values,
  map: (field: Field, value: unknown) => unknown,
): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = members[name]
      return [name, field === undefined ? value : map(field, value)]
    }),
  )

/** A value of a REST body as GraphQL takes it: a block is an input with one member. */
export const toGraphqlInput = (field: Field, value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (isGroup(field)) return mapMembers(field.members, asValues(value), toGraphqlInput)
  if (isList(field) && Array.isArray(value)) return value.map((each) => toGraphqlInput(field.item, each))
  if (!isBlocks(field) || !Array.isArray(value)) return value
  return value.map((block) => {
    const { type, ...members } = asValues(block)
    return { [String(type)]: mapMembers(field.blocks[String(type)] ?? {}, members, toGraphqlInput) }
  })
}

/** A REST body as the input of a mutation. */
export const toInput = ({ changeInputs }: RecordType, body: Values): Values =>
  mapMembers(changeInputs, body, toGraphqlInput)

const selectMembers = (owner: NamedOwner, members: Fields): string =>
  Object.entries(members)
    .map((entry) => selectMember(owner, entry))
    .join(' ')

/** The types of blocks can have members of one name and different types, so that each has names of its own. */
const selectBlock = (owner: NamedOwner, type: string, members: Fields): string =>
  Object.entries(members)
    .map((entry) => `${type}_${entry[0]}: ${selectMember(owner, entry)}`)
    .join(' ')

const selectMember = (owner: NamedOwner, [name, field]: readonly [string, Field]): string => {
  if (isLink(field)) return `${name} { id }`
  if (isGroup(field))
    return `${name} { ${selectMembers({ name: nameGroup(owner, [name, field]) }, field.members)} }`
  if (isList(field) && isGroup(field.item)) {
    const item = { name: nameGroup(owner, [name, field.item]) }
    return `${name} { key ${selectMembers(item, field.item.members)} }`
  }
  if (!isBlocks(field)) return name
  const blocks = Object.entries(field.blocks).map(([type, members]) => {
    const part = nameBlockType(owner, [name, field], type)
    return `... on ${part} { ${type}_key: key ${selectBlock({ name: part }, type, members)} }`
  })
  return `${name} { __typename ${blocks.join(' ')} }`
}

/** A field of the record, or of a revision of it. */
export const selectField = (type: RecordType, [name, field]: readonly [string, Field]): string =>
  isMany(field) ? `${name}(limit: 100) { id }` : selectMember(type, [name, field])

/** The fields that the REST body of a record has: its counters are at another address. */
const listInBody = (type: RecordType): readonly (readonly [string, Field])[] =>
  Object.entries(type.shown).filter(([name]) => !listCounters(type).includes(name))

/** All that the REST body of a record of the type has, and more. */
export const selectRecord = (type: RecordType, more: readonly string[] = []): string => {
  const fields = listInBody(type).map((entry) => selectField(type, entry))
  return `{ id version createdAt updatedAt changedAt ${[...fields, ...more].join(' ')} }`
}

const presentMembers = (members: Fields, values: Values, prefix = ''): Values =>
  Object.fromEntries(
    Object.entries(members).map(([name, field]) => [
      namePartMember(name, field),
      presentValue(field, values[`${prefix}${name}`]),
    ]),
  )

const presentBlock = (blocks: Readonly<Record<string, Fields>>, block: Values): Values => {
  const [type = '', members = {}] = Object.entries(blocks).find(([each]) => `${each}_key` in block) ?? []
  return { type, key: block[`${type}_key`], ...presentMembers(members, block, `${type}_`) }
}

/** A value of a response of GraphQL as REST shows it. */
const presentValue = (field: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return value
  if (isLink(field)) return asValues(value)['id']
  if (isGroup(field)) return presentMembers(field.members, asValues(value))
  if (isBlocks(field)) return (value as Values[]).map((block) => presentBlock(field.blocks, block))
  if (!isList(field) || !isGroup(field.item)) return value
  const { members } = field.item
  return (value as Values[]).map((part) => ({ key: part['key'], ...presentMembers(members, part) }))
}

/** A record of GraphQL as REST shows it, with ids alone in the place of linked records. */
export const presentRecord = (type: RecordType, record: Values): Values => {
  const { id, version, createdAt, updatedAt, changedAt } = record
  const own = listInBody(type).map(([name, field]) => {
    if (!isMany(field)) return [namePartMember(name, field), presentValue(field, record[name])] as const
    const link = type.manyLinks.find((each) => each.name === name)
    return [link?.attribute ?? name, (record[name] as Values[] | null)?.map((each) => each['id'])] as const
  })
  return { id, version, createdAt, updatedAt, changedAt, ...Object.fromEntries(own) }
}

/** A REST body with the ids alone of linked records. */
export const presentBody = (type: RecordType, { ...body }: Values): Values => {
  const links = Object.entries(type.shown).filter(([, field]) => isLink(field))
  const ids = links.map(([name, field]) => [
    namePartMember(name, field),
    body[namePartMember(name, field)] ?? (body[name] as Values | null)?.['id'] ?? null,
  ])
  const names = new Set(links.map(([name]) => name))
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name))),
    ...Object.fromEntries(ids),
  }
}
