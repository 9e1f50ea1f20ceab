import { OPERATORS } from '@content-service/domain/internal/lists'
import { FIELD_KIND_NAMES } from '@content-service/domain/internal/tool-model'
import { Type, type TProperties, type TSchema } from 'typebox'
import {
  integerSchema,
  nullableSchema,
  objectSchema,
  textSchema,
  wordSchema,
} from '../schemas/schema-terms.ts'

const MOST = 1_000
const LONGEST = 10_000

const name = (description: string) => textSchema(200, description)
const sentence = (description: string) => textSchema(LONGEST, description)
const names = (description: string) => Type.Array(name('A name.'), { maxItems: MOST, description })
const flag = (description: string) => Type.Boolean({ description })
const optionalName = (description: string) => nullableSchema(name(description))
const optionalNames = (description: string) => nullableSchema(names(description))
const createList = (schema: TSchema, description: string) =>
  Type.Array(schema, { maxItems: MOST, description })
const optional = (schema: TSchema) => Type.Union([schema, Type.Null()])
const object = (title: string, description: string, members: TProperties) =>
  objectSchema({ title, description }, members)

const choiceSchema = object('ModelChoice', 'One of several values.', {
  value: name('The value, as the interfaces have it.'),
  label: name('Its name for people.'),
})

const linkSchema = object('ModelLink', 'Where a link leads.', {
  to: name('The name of the type.'),
  attribute: name('The member of a body with the id, or with the ids.'),
  many: flag('Whether the record links to several others.'),
  ordered: flag('Whether the writer decides the order of the links.'),
  inverse: optionalName('The list of the other type with the records that link to it.'),
})

const limitsSchema = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'The keywords of JSON Schema that bound the values: `maxLength`, `minimum`, `items`.',
  },
)

/** What every field has, without its parts. */
const FIELD = {
  name: name('The name, as GraphQL has it.'),
  kind: wordSchema(FIELD_KIND_NAMES, 'The kind of the values.'),
  label: name('The name for people.'),
  help: sentence('What to write into the field.'),
  placeholder: optionalName('Shown in the field while it is empty.'),
  section: optionalName('The part of the form that has the field.'),
  required: flag('Whether a new record needs a value.'),
  nullable: flag('Whether the value can be null.'),
  readOnly: flag('Whether the service or an operation sets the value, and no client.'),
  computed: flag('Whether code of the model computes the value from other fields.'),
  initial: Type.Unsafe<unknown>({
    description: 'The value of a new record for which no client gives one; null for none.',
  }),
  limits: limitsSchema,
  unique: flag('Whether two records cannot have the same text.'),
  searched: flag('Whether searches find the text.'),
  choices: optional(createList(choiceSchema, 'The values of a choice.')),
  link: optional(linkSchema),
  from: optionalName('The field that a slug follows while no client gives one; null for other kinds.'),
  seenWith: optionalName('The permission that shows the value. Callers without it see null.'),
  changedWith: optionalName('The permission to change the value, beside the one to write the record.'),
}

/** A field describes the parts of its values by other fields. */
const partField = Type.Unsafe({ $ref: '#/components/schemas/ModelField' })
const partFields = (description: string) => createList(partField, description)

const blockSchema = object('ModelBlock', 'One type of blocks.', {
  type: name('The member `type` of the block over REST, and its member in inputs of GraphQL.'),
  label: name('The name for people.'),
  fields: partFields('The members of the block.'),
})

export const toolFieldSchema = object(
  'ModelField',
  'A field of a type or of the input of an operation, or a part of one.',
  {
    ...FIELD,
    fields: optional(partFields('The members of a group.')),
    item: Type.Unsafe({ anyOf: [partField, { type: 'null' }], description: 'The values of a list.' }),
    blocks: optional(createList(blockSchema, 'The types of blocks.')),
  },
)

const valueFilterSchema = object('ModelValueFilter', 'A value by which lists are filtered.', {
  kind: wordSchema(['value'], 'The kind of the filter.'),
  name: name('The member of `where`.'),
  label: name('The name for people.'),
  values: wordSchema(Object.keys(OPERATORS), 'What the filter compares.'),
  operators: names('The operators of the filter.'),
  choices: optional(createList(choiceSchema, 'The values of a choice.')),
  permission: optionalName('The permission that the filter needs on all records.'),
})

const relationFilterSchema = object('ModelRelationFilter', 'A filter by the records of a link or a list.', {
  kind: wordSchema(['link', 'list'], 'Whether there is one record, or several.'),
  name: name('The member of `where`.'),
  label: name('The name for people.'),
  to: name('The type whose filter describes the records.'),
})

const operationSchema = object('ModelOperation', 'An operation on one record.', {
  name: name('The word of the operation, as `availableActions` has it.'),
  label: name('The name for people.'),
  about: sentence('What the operation does.'),
  permission: name('The permission on the record that the caller needs.'),
  input: createList(toolFieldSchema, 'The fields of the input.'),
  from: optionalNames('The states in which the operation can run; null for all.'),
  to: optionalName('The state of the record afterwards; null if the operation leaves it.'),
})

const permissionsSchema = objectSchema(
  { title: 'ModelPermissions', description: 'The permissions of a type.' },
  {
    read: name('Opens records.'),
    create: name('Allows to create records.'),
    write: name('Allows to change records.'),
    delete: name('Allows to delete records.'),
  },
)

const MOVE = {
  to: name('The state.'),
  permission: name('The permission on the record that the caller needs.'),
}

const workflowSchema = object('ModelWorkflow', 'How clients change the state of a record.', {
  field: name('The field with the state.'),
  initial: createList(
    object('ModelInitialState', 'A state of a new record.', MOVE),
    'The states of a new record, of which the first is the default.',
  ),
  transitions: createList(
    object('ModelTransition', 'A move from one state to another.', {
      from: name('The state before.'),
      ...MOVE,
    }),
    'The moves.',
  ),
  published: optionalName('The state that readers see.'),
})

const scheduleSchema = object('ModelSchedule', 'How people publish a record at a time.', {
  from: names('The states in which a record can wait for its publication.'),
})

const typeSchema = object('ModelType', 'A type of content.', {
  name: name('The name of the type.'),
  plural: name('The plural, as the type declares it.'),
  list: name('The list of GraphQL.'),
  path: name('The last word of the address over REST.'),
  label: name('The name of one record for people.'),
  labels: name('The name of several records for people.'),
  about: sentence('What the records are.'),
  titleField: optionalName('The field by which people know a record.'),
  section: optionalName('The group of types in which tools list the type.'),
  single: flag('Whether the type has one record.'),
  fixed: flag('Whether a record never changes.'),
  live: flag('Whether subscriptions tell of changes of a record.'),
  revisions: flag('Whether each edit keeps the version before.'),
  drafts: flag('Whether users can have drafts of records.'),
  likes: flag('Whether users like records.'),
  views: flag('Whether the service counts how often others than the owner read a record by its id.'),
  searched: flag('Whether searches find the records.'),
  permissions: permissionsSchema,
  fields: createList(toolFieldSchema, 'The fields.'),
  filters: createList(Type.Union([valueFilterSchema, relationFilterSchema]), 'The members of `where`.'),
  orders: names('The words of `sort`.'),
  defaultOrder: optionalNames('The order of a list without `sort`; null for newest first.'),
  unique: createList(
    names('Fields that are unique together.'),
    'The sets of fields that are unique together.',
  ),
  trash: Type.Union([name('The state of a deleted record.'), Type.Literal(true), Type.Null()], {
    description:
      'The state of a deleted record, or true if deleted records keep their state; null if they are gone at once.',
  }),
  schedule: optional(scheduleSchema),
  operations: createList(operationSchema, 'The operations beside create, update and delete.'),
  workflow: optional(workflowSchema),
  actions: names('All words that `availableActions` of a record can have.'),
})

const serviceOperationSchema = object('ModelServiceOperation', 'An operation of no record.', {
  name: name('The root field of GraphQL.'),
  path: name('The last word of the address over REST.'),
  kind: wordSchema(['read', 'write'], 'Whether the operation only reads (GET), or may write (POST).'),
  label: name('The name for people.'),
  about: sentence('What the operation does.'),
  permission: name('The permission that the caller needs.'),
  input: createList(toolFieldSchema, 'The fields of the input.'),
  returns: createList(toolFieldSchema, 'The members of the result.'),
})

/** C17.9. */
export const toolModelSchema = object('ContentModel', 'The content of the service, for tools.', {
  version: integerSchema(1, 1, 'The version of this form.'),
  name: name('The name of the service.'),
  about: sentence('What the service has.'),
  types: createList(typeSchema, 'The types, in the order of their declarations.'),
  operations: createList(serviceOperationSchema, 'The operations that are about no record.'),
})
