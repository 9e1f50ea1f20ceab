import type { Permission } from '../access/content-policy.ts'
import type { ContentModel } from '../model/content-model.ts'
import { writeLabel } from '../model/label.ts'
import type { Fields, RecordOperation } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { namePermission, nameResource } from '../model/types/record-permissions.ts'
import { findState } from '../model/states/record-state.ts'
import type { Schedule } from '../model/states/workflow.ts'
import { listOrderFields } from '../visibility/lists/index.ts'
import { createToolField, type ToolField } from './tool-field.ts'
import { createToolFilters, type ToolFilter } from './tool-filter.ts'

/** C12.7: an operation on one record. */
export interface ToolOperation {
  /** The word of the operation, as `actions` has it: `cancel`. */
  readonly name: string
  readonly label: string
  readonly about: string
  readonly permission: Permission
  readonly input: readonly ToolField[]
  /** The states in which it can run; null for all. */
  readonly from: readonly string[] | null
  /** The state of the record afterwards; null if the operation leaves it. */
  readonly to: string | null
}

/** A state, and the permission that a caller needs to give it. */
interface ToolMove {
  readonly to: string
  readonly permission: Permission
}

/** C17.1: the states that clients give. */
export interface ToolWorkflow {
  /** The field with the state. */
  readonly field: string
  /** The states of a new record, of which the first is the default. */
  readonly initial: readonly ToolMove[]
  readonly transitions: readonly (ToolMove & { readonly from: string })[]
  /** The state that readers see; null if the type names none. */
  readonly published: string | null
}

/** C17.9: what tools need to know of a type. */
export interface ToolType {
  readonly name: string
  readonly plural: string
  /** The list of GraphQL. */
  readonly list: string
  /** The last word of the address over REST. */
  readonly path: string
  readonly label: string
  readonly labels: string
  readonly about: string
  /** The field by which people know a record; null if the type has no line of text. */
  readonly titleField: string | null
  readonly section: string | null
  /** The type has one record. */
  readonly single: boolean
  /** A record never changes. */
  readonly fixed: boolean
  /** Subscriptions tell of changes of a record. */
  readonly live: boolean
  /** C17.3: each edit keeps the version before, and writers can restore it. */
  readonly revisions: boolean
  readonly drafts: boolean
  /** C17.5: users like records. */
  readonly likes: boolean
  /** C17.5: the service counts how often others than the owner read a record by its id. */
  readonly views: boolean
  /** Searches find the records. */
  readonly searched: boolean
  readonly permissions: Readonly<Record<'read' | 'create' | 'write' | 'delete', Permission>>
  readonly fields: readonly ToolField[]
  readonly filters: readonly ToolFilter[]
  /** The words of `sort`. */
  readonly orders: readonly string[]
  /** Null for newest first. */
  readonly defaultOrder: readonly string[] | null
  /** The fields that are unique together. */
  readonly unique: readonly (readonly string[])[]
  /** C17.4: the state of a deleted record, or true if deleted records keep their state; null if they are gone at once. */
  readonly trash: string | true | null
  /** C17.2: the states from which people publish a record at a time; null for a type without a schedule. */
  readonly schedule: Schedule | null
  readonly operations: readonly ToolOperation[]
  /** C17.1: how clients change the state; null if operations alone do, and for a type without states. */
  readonly workflow: ToolWorkflow | null
  /** C12.8: all words that `actions` of a record can have. */
  readonly actions: readonly string[]
}

const createFields = (fields: Fields): readonly ToolField[] =>
  Object.entries(fields).map(([name, field]) => createToolField(name, field, null))

const createOperation = ([name, operation]: readonly [string, RecordOperation]): ToolOperation => {
  const { about, permission, input, from, to } = operation
  return { name, label: writeLabel(name), about, permission, input: createFields(input), from, to }
}

const createWorkflow = (type: RecordType): ToolWorkflow | null => {
  const { name = '', field } = findState(type) ?? {}
  if (!field?.workflow) return null
  const { initial, transitions } = field.workflow
  const createMove = (to: string, action: string) => ({
    to,
    permission: namePermission(nameResource(type.permissions), action),
  })
  return {
    field: name,
    initial: Object.entries(initial).map(([to, action]) =>
      action === true ? { to, permission: type.permissions.create } : createMove(to, action),
    ),
    transitions: Object.entries(transitions).flatMap(([from, moves]) =>
      Object.entries(moves).map(([to, action]) => ({ from, ...createMove(to, action) })),
    ),
    published: field.published,
  }
}

const findTitleField = ({ words: { titleField }, shown }: RecordType): string | null => {
  const [line = null] = Object.keys(shown).filter((name) => shown[name]?.kind === 'line')
  return titleField ?? line
}

/** Describes a type. */
export const createToolType = (model: ContentModel, type: RecordType): ToolType => {
  const { name, names, about, words, permissions, isSingle } = type
  const { read, create, write, delete: remove } = permissions
  return {
    name,
    ...{ plural: names.plural, list: names.list, path: names.path },
    label: words.label ?? writeLabel(name),
    labels: words.labels ?? writeLabel(names.plural),
    about,
    titleField: findTitleField(type),
    section: words.section ?? null,
    single: isSingle,
    fixed: type.isFixed,
    live: type.isLive,
    revisions: type.keepsRevisions,
    drafts: type.takesDrafts,
    likes: type.takesLikes,
    views: type.countsViews,
    searched: type.isSearchable,
    permissions: { read, create, write, delete: remove },
    fields: Object.entries(type.shown).map(([field, declared]) => createToolField(field, declared, type)),
    filters: createToolFilters(model, type),
    orders: isSingle ? [] : Object.keys(listOrderFields(model, type)),
    defaultOrder: type.defaultOrder,
    unique: type.uniques,
    trash: type.trash && (type.trash.state ?? true),
    schedule: type.schedule,
    operations: Object.entries(type.operations).map(createOperation),
    workflow: createWorkflow(type),
    actions: model.actionsOf(type.plural).map(({ word }) => word),
  }
}
