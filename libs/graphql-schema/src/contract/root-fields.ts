import type { ContentModel, RecordType } from '@content-service/domain'
import {
  findState,
  findWorkflow,
  getPurgePermission,
  hidesTrash,
  describeOrder,
  nameConnection,
  nameConnectionField,
  nameCreateInput,
  nameOperationEnums,
  nameOne,
  nameRestoration,
  nameTypeActions,
  nameUpdateInput,
} from '@content-service/domain/internal/model'
import type { FieldDefinitionNode, InputValueDefinitionNode } from 'graphql'
import { field, inputValue, readDirectives } from './ast.ts'
import { declareDraftMutations } from './draft-types.ts'
import { declareListArguments, PAGE_ARGUMENTS, WINDOW_ARGUMENTS } from './list-fields.ts'
import { declareUniqueField } from './unique-inputs.ts'
import { nameValueType } from './value-types.ts'

const ID = inputValue('id', 'ID!')
const VERSION = inputValue('version', 'Int')
const inputArgument = (name: string) => inputValue('input', `${name}!`)

/** The lowest role that could write: extra permissions can let a READER write (C12.7). */
const WRITERS = readDirectives('@auth(role: READER)')

export const declareQueries = (model: ContentModel, type: RecordType) => {
  const { name, word, links, names } = type
  if (type.isSingle) return [field(word, name, `${type.about} Null if you may not read it.`)]
  const { plural, list } = names
  const filters = [
    ...links.map(({ attribute }) => inputValue(attribute, 'ID')),
    ...declareListArguments(model, type),
  ]
  return [
    field(word, name, `The ${word} with this id; null if the ${word} does not exist.`, [ID]),
    ...declareUniqueField(type),
    field(
      list,
      `[${name}!]!`,
      `The ${plural}, ${describeOrder(type)} by default. \`pagination\` overrides limit and offset.`,
      [...WINDOW_ARGUMENTS, inputValue('pagination', 'PaginationInput'), ...filters],
    ),
    field(
      nameConnectionField(type),
      `${nameConnection(type)}!`,
      `The same as ${list}, with cursors, for lists of any length.`,
      [...PAGE_ARGUMENTS, ...filters],
    ),
  ]
}

/** C17.9. */
export const declareTypeActions = (type: RecordType) =>
  field(
    nameTypeActions(type),
    '[String!]!',
    `What you may do without ${nameOne(type.word)}: \`create\` if you may create one with some values.`,
  )

const declareWrite = (
  { name }: RecordType,
  verb: string,
  about: string,
  args: readonly InputValueDefinitionNode[],
): FieldDefinitionNode => ({ ...field(`${verb}${name}`, `${name}!`, about, args), ...WRITERS })

/** `cancelWorkshop(id: ID!, reason: String!, version: Int): Workshop!` */
const declareOperations = (type: RecordType) =>
  Object.entries(type.operations).map(([verb, { about, permission, input }]) => {
    const owner = nameOperationEnums(type, verb)
    const members = Object.entries(input).map(([member, each]) =>
      inputValue(member, `${nameValueType(owner, member, each, 'input')}${each.isOptional ? '' : '!'}`),
    )
    const aboutAll = `${about} Needs \`${permission}\`. If the record has another version than \`version\`, the operation fails with CONFLICT.`
    return declareWrite(type, verb, aboutAll, [ID, ...members, VERSION])
  })

/** C17.4. */
const declareTrash = (type: RecordType): readonly FieldDefinitionNode[] => {
  const { name, word, permissions } = type
  if (!hidesTrash(type)) return []
  const aboutRestore = `Takes the ${word} out of the trash. Needs \`${permissions.delete}\`. If the record has another version than \`version\`, the operation fails with CONFLICT.`
  const aboutPurge = `Erases the ${word}, which must be in the trash. Needs \`${getPurgePermission(type)}\`.`
  return [
    declareWrite(type, 'restore', aboutRestore, [ID, VERSION]),
    { ...field(`purge${name}`, 'Boolean!', aboutPurge, [ID]), ...WRITERS },
  ]
}

/** C14.4. */
const declareUpsert = (type: RecordType) => {
  const { word, permissions } = type
  const needed = [...new Set([permissions.write, permissions.create])].map((each) => `\`${each}\``)
  const about = `Changes the ${word} that has this \`ref\`, or creates it. Fields that you leave out keep their values. Needs ${needed.join(' and ')} on all records.`
  const ref = inputValue('ref', 'String!', `Your own name for the ${word}: 1 to 300 characters.`)
  return declareWrite(type, 'upsert', about, [ref, inputArgument(nameCreateInput(type))])
}

const PUBLISH_AT = inputValue(
  'publishAt',
  'String!',
  'A time in the future (RFC 3339), in at most 64 characters.',
)

/** C17.2: `scheduleRecipe(id: ID!, publishAt: String!): Recipe!` and `unscheduleRecipe(id: ID!): Recipe!`. */
const declareSchedule = (type: RecordType): readonly FieldDefinitionNode[] => {
  if (type.schedule === null) return []
  const one = nameOne(type.word)
  const needs = 'Needs the permission of the transition that publishes it.'
  const set = `Schedules the publication of ${one} at a time in the future. ${needs}`
  const remove = `Cancels the scheduled publication of ${one}. Without a schedule, nothing changes. ${needs}`
  return [
    declareWrite(type, 'schedule', set, [ID, PUBLISH_AT]),
    declareWrite(type, 'unschedule', remove, [ID]),
  ]
}

/** C17.5: `likeRecipe(id: ID!): Recipe!` and `unlikeRecipe(id: ID!): Recipe!`. */
const declareLikes = (type: RecordType): readonly FieldDefinitionNode[] => {
  const { word, takesLikes } = type
  if (!takesLikes) return []
  const published = findState(type)?.field.published ?? null
  const must = published === null ? '' : `, which must be ${published}`
  return [
    declareWrite(
      type,
      'like',
      `Likes the ${word}${must}. If you already like the ${word}, nothing changes.`,
      [ID],
    ),
    declareWrite(type, 'unlike', `Removes your like. If you do not like the ${word}, nothing changes.`, [ID]),
  ]
}

/** C17.1: a move needs a permission of its own. */
const describeMoves = (type: RecordType): string =>
  findWorkflow(type) ? ', and for another state the permission of its transition' : ''

const describeDeletion = ({ trash }: RecordType, one: string): string =>
  trash === null ? `Deletes ${one} permanently.` : `Moves ${one} to the trash.`
/** C17.3. */
const declareRestoring = (type: RecordType): readonly FieldDefinitionNode[] => {
  const { name, permissions, keepsRevisions } = type
  if (!keepsRevisions) return []
  const one = type.isSingle ? `the ${type.word}` : nameOne(type.word)
  const about = `Brings the values of an earlier version of ${one} back, as an update would. The state and links that you do not see stay. Needs \`${permissions.write}\`.`
  const id = inputValue('id', 'ID!', 'The id of the revision.')
  return [{ ...field(nameRestoration(type), `${name}!`, about, [id]), ...WRITERS }]
}

export const declareMutations = (type: RecordType): readonly FieldDefinitionNode[] => {
  const { name, permissions } = type
  const one = type.isSingle ? `the ${type.word}` : nameOne(type.word)
  const aboutCreate = `Creates ${one}. Needs \`${permissions.create}\`.`
  const aboutUpdate = `Changes ${one}. Needs \`${permissions.write}\`${describeMoves(type)}.`
  const aboutDelete = `${describeDeletion(type, one)} Needs \`${permissions.delete}\`.`
  const update = declareWrite(type, 'update', aboutUpdate, [inputArgument(nameUpdateInput(type))])
  if (type.isSingle) return [update, ...declareRestoring(type), ...declareDraftMutations(type)]
  const create = declareWrite(type, 'create', aboutCreate, [inputArgument(nameCreateInput(type))])
  const created = type.keepFor === null ? create : { ...create, directives: [] }
  if (type.isFixed) return [created, ...declareLikes(type)]
  return [
    created,
    declareUpsert(type),
    update,
    { ...field(`delete${name}`, 'Boolean!', aboutDelete, [ID]), ...WRITERS },
    ...declareTrash(type),
    ...declareSchedule(type),
    ...declareRestoring(type),
    ...declareDraftMutations(type),
    ...declareLikes(type),
    ...declareOperations(type),
  ]
}

export const declareSubscriptions = ({ name, word, isLive }: RecordType) =>
  isLive ? [field(`${word}Changed`, `${name}!`, `One ${word}, after each change.`, [ID])] : []
