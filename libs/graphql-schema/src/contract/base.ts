import { readFileSync } from 'node:fs'
import type { ContentModel, RecordType } from '@content-service/domain'
import { nameConnection } from '@content-service/domain/internal/model'
import { Kind, parse, type FieldDefinitionNode, type InputValueDefinitionNode, type TypeNode } from 'graphql'
import { NO_LOCATION, withFields } from './ast.ts'
import { declareListArguments, PAGE_ARGUMENTS } from './list-fields.ts'
import { addMissing, byName } from './merge.ts'
import { selectParts } from './optional-parts.ts'
import { declareCreateMembers, declareUpdateMembers } from './record-types.ts'

const SOURCE = readFileSync(new URL('../../schema.base.graphql', import.meta.url), 'utf8')

const { definitions: BASE } = parse(SOURCE, NO_LOCATION)

const nameType = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameType(type.type)

/** The arguments of a page by offset, which a connection does not have. */
const OFFSETS: ReadonlySet<string> = new Set(['limit', 'offset', 'pagination'])

const isOffset = ({ name }: InputValueDefinitionNode): boolean => OFFSETS.has(name.value)

/** `articlesConnection` has the arguments that the base gives to `articles`. */
const listShared = (connection: FieldDefinitionNode, fields: readonly FieldDefinitionNode[]) => {
  const list = fields.find(({ name }) => `${name.value}Connection` === connection.name.value)
  return list?.arguments?.filter((argument) => !isOffset(argument)) ?? []
}

/** The members that a team adds to records whose inputs are arguments. A link is no such member. */
const listAdded = (type: RecordType, { name, arguments: args = [] }: FieldDefinitionNode) => {
  const isCreate = name.value === `create${type.name}`
  if ((!isCreate && name.value !== `update${type.name}`) || byName(args).has('input')) return []
  const members = isCreate ? declareCreateMembers(type) : declareUpdateMembers(type)
  return members.filter((member) => Object.hasOwn(type.shown, member.name.value))
}

const completeArguments = (
  model: ContentModel,
  type: RecordType,
  field: FieldDefinitionNode,
  fields: readonly FieldDefinitionNode[],
) => {
  const { arguments: args = [] } = field
  if (nameType(field.type) === nameConnection(type))
    return [...PAGE_ARGUMENTS, ...listShared(field, fields), ...declareListArguments(model, type)]
  if (args.some(isOffset)) return [...args, ...declareListArguments(model, type)]
  return addMissing(args, listAdded(type, field))
}

/**
 * The part of the contract that is written by hand. It leaves out the arguments that declarations give: those that
 * filter and order lists, those of pages by cursor, and the members that a team adds.
 */
export const createBase = (model: ContentModel, own: readonly RecordType[]) => {
  const complete = (field: FieldDefinitionNode, fields: readonly FieldDefinitionNode[]) => {
    const name = nameType(field.type)
    const type = own.find((each) => each.name === name || nameConnection(each) === name)
    return type ? { ...field, arguments: completeArguments(model, type, field, fields) } : field
  }
  return selectParts(BASE, model).map((each) =>
    withFields(each, (fields) => fields.map((field) => complete(field, fields))),
  )
}
