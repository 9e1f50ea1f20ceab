import { isLink, isMany, type Field, type LinkField, type ManyField } from '../fields/field.ts'
import { replaceMembers } from '../fields/group-builder.ts'
import { replaceBlocks, replaceItem } from '../fields/list-builders.ts'
import { isField } from '../fields/member-rules.ts'
import { isBlocks, isGroup, isList } from '../fields/part-fields.ts'

type Fields = Readonly<Record<string, Field>>
type Replace = (link: LinkField | ManyField) => Field

const replaceEach = (members: Fields, replace: Replace): Fields => {
  const replaced = Object.entries(members).map(
    ([name, member]) => [name, isField(member) ? replaceLinks(member, replace) : member] as const,
  )
  const isSame = replaced.every(([name, member]) => member === members[name])
  return isSame ? members : Object.fromEntries(replaced)
}

const replaceInBlocks = (types: Readonly<Record<string, Fields>>, replace: Replace) => {
  const replaced = Object.entries(types).map(
    ([type, members]) => [type, replaceEach(members, replace)] as const,
  )
  const isSame = replaced.every(([type, members]) => members === types[type])
  return isSame ? types : Object.fromEntries(replaced)
}

/** The field with other links, its own or those in its parts; the same field if no link differs. */
export const replaceLinks = (field: Field, replace: Replace): Field => {
  if (isLink(field) || isMany(field)) return replace(field)
  if (isGroup(field)) {
    const members = replaceEach(field.members, replace)
    return members === field.members ? field : replaceMembers(field, members)
  }
  if (isList(field)) {
    const item = isField(field.item) ? replaceLinks(field.item, replace) : field.item
    return item === field.item ? field : replaceItem(field, item)
  }
  if (!isBlocks(field)) return field
  const types = replaceInBlocks(field.blocks, replace)
  return types === field.blocks ? field : replaceBlocks(field, types)
}

/** The links of a field: itself, or those in its parts. */
export const listFieldLinks = (field: Field): readonly (LinkField | ManyField)[] => {
  const found: (LinkField | ManyField)[] = []
  replaceLinks(field, (link) => {
    found.push(link)
    return link
  })
  return found
}
