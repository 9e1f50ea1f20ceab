import { type ContentModel, type RecordType } from '@content-service/domain'
import {
  describeField,
  describeHidden,
  describeInput,
  describeOrder,
  isHideable,
  isLink,
  isMany,
  isState,
  listPluralTypes,
  nameConnection,
  nameConnectionField,
  nameCreateInput,
  nameOne,
  nameStateEnum,
  nameTypeWord,
  nameUpdateInput,
  nameUpsert,
  type Field,
  type Fields,
  type ManyField,
} from '@content-service/domain/model'
import { declareUnique, uniqueFields } from './unique-sdl.ts'
import { nameInputType, nameValueType } from './value-types.ts'
import { declareConnection, declareLists, listArguments, PAGE_ARGUMENTS } from '../lists/list-sdl.ts'

/** The lowest role that could write: extra permissions can let a READER write (C12.7). */
const WRITERS = '@auth(role: READER)'

const indent = (text: string): string => `  ${text}`

const line = (description: string, declaration: string): string =>
  `  ${JSON.stringify(description)}\n  ${declaration}`

const block = (description: string, head: string, lines: readonly string[]): string =>
  `${JSON.stringify(description)}\n${head} {\n${lines.join('\n')}\n}\n`

const shownType = (type: RecordType, name: string, field: Field): string =>
  isLink(field) ? field.to.name : nameValueType(type, name, field)

const shownField = (type: RecordType, name: string, field: Field): string =>
  line(
    `${describeField(field)}${describeHidden(field)}`,
    `${name}: ${shownType(type, name, field)}${field.isOptional || isHideable(field) ? '' : '!'}`,
  )

/** A list of related records with its order, by offset and by cursor. */
const listFields = (model: ContentModel, type: RecordType, [name, about]: readonly [string, string]) => {
  const filters = listArguments(model, type)
  return [
    line(`${about}.`, `${name}(limit: Int = 20, offset: Int = 0${filters}): [${type.name}!]!`),
    line(
      `${about}, with cursors.`,
      `${name}Connection(${PAGE_ARGUMENTS}${filters}): ${nameConnection(type)}!`,
    ),
  ]
}

const linkFields = (model: ContentModel, name: string, { about, toMany, isOrdered }: ManyField) => {
  const to = model.typeNamed(toMany.name)
  const shown = `${about.replace(/\.$/, '')}, ${isOrdered ? 'in their order' : describeOrder(to)}`
  return listFields(model, to, [name, shown])
}

const shownFields = (model: ContentModel, type: RecordType, fields: Fields = type.shown): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isMany(field) ? linkFields(model, name, field) : [shownField(type, name, field)],
  )

const stateEnums = (type: RecordType): readonly string[] =>
  Object.entries(type.fields).flatMap(([name, field]) =>
    isState(field)
      ? [
          block(
            `The states of ${nameOne(type.word)}.`,
            `enum ${nameStateEnum(type, name)}`,
            field.states.map(indent),
          ),
        ]
      : [],
  )

const inverseFields = (
  model: ContentModel,
  type: { readonly name: string; readonly word: string },
): readonly string[] =>
  model
    .inverseLinks(type)
    .flatMap(({ name, type: from }) =>
      listFields(model, from, [name, `The ${from.names.plural} of the ${type.word}, ${describeOrder(from)}`]),
    )

/** C12.8. */
const actionsField = (model: ContentModel, { word, plural }: RecordType): string => {
  const words = model.actionsOf(plural).map((action) => `\`${action.word}\``)
  const known = words.length === 0 ? 'nothing' : words.join(', ')
  return line(
    `What you may do to the ${word} now, of ${known}; in alphabetical order.`,
    'availableActions: [String!]!',
  )
}

const versionFields = (type: RecordType): readonly string[] => [
  line(
    'Increases with each edit. Send the version with an update: the update fails with CONFLICT if another edit came first.',
    'version: Int!',
  ),
  line(`The time at which the ${type.word} was created.`, 'createdAt: String!'),
  ...(type.showsChangeTime
    ? [
        line('The time of the last change; null until then.', 'updatedAt: String'),
        line(
          'The time of the last change, or of the creation before the first change.',
          'changedAt: String!',
        ),
      ]
    : []),
]

/** The interface Searchable has a title and a description. */
const isSearchable = ({ isSearchable: isFound, fields }: RecordType): boolean =>
  isFound && ['title', 'description'].every((name) => Object.hasOwn(fields, name))

const objectType = (model: ContentModel, type: RecordType): string =>
  block(type.about, `type ${type.name}${isSearchable(type) ? ' implements Searchable' : ''}`, [
    line('A UUID.', 'id: ID!'),
    ...shownFields(model, type),
    ...inverseFields(model, type),
    ...(type.isFixed ? [] : versionFields(type)),
    actionsField(model, type),
  ])

const isRequired = ({ isOptional, initial }: Field): boolean => !isOptional && initial === null

const createMembers = (type: RecordType, inputs: Fields = type.inputs): readonly string[] =>
  Object.entries(inputs).map(([attribute, field]) =>
    line(
      describeInput(type, [attribute, field]),
      `${attribute}: ${nameInputType(field)}${isRequired(field) ? '!' : ''}`,
    ),
  )

const createInput = (type: RecordType): string =>
  block(`A new ${type.word}.`, `input ${nameCreateInput(type)}`, createMembers(type))

const updateMembers = (type: RecordType, inputs: Fields = type.changeInputs): readonly string[] =>
  Object.entries(inputs).map(([attribute, field]) => {
    const cleared = field.isOptional ? ' Null clears the value.' : ''
    return line(
      `${describeInput(type, [attribute, field])}${cleared}`,
      `${attribute}: ${nameInputType(field)}`,
    )
  })

const updateInput = (type: RecordType): string => {
  const about = `A change of ${type.isSingle ? `the ${type.word}` : nameOne(type.word)}. Fields that you leave out keep their values.`
  const id = type.isSingle ? [] : [line(`The id of the ${type.word} to change.`, 'id: ID!')]
  return block(about, `input ${nameUpdateInput(type)}`, [
    ...id,
    ...updateMembers(type),
    line('If the record has another version, the update fails with CONFLICT.', 'version: Int'),
  ])
}

const declareType = (model: ContentModel, type: RecordType): string =>
  [
    objectType(model, type),
    ...stateEnums(type),
    ...(type.isSingle ? [] : [createInput(type)]),
    ...(type.isFixed ? [] : [updateInput(type)]),
    ...(type.isSingle ? [] : [...declareUnique(type), ...declareConnection(model, type)]),
  ].join('\n')

const queryFields = (model: ContentModel, type: RecordType): readonly string[] => {
  const { name, word, links, names, isSingle } = type
  if (isSingle) return [line(`${type.about} Null if you may not read it.`, `${word}: ${name}`)]
  const { plural, list } = names
  const filters = links.map(({ attribute }) => `, ${attribute}: ID`).join('') + listArguments(model, type)
  return [
    line(`The ${word} with this id; null if the ${word} does not exist.`, `${word}(id: ID!): ${name}`),
    ...uniqueFields(type),
    line(
      `The ${plural}, ${describeOrder(type)} by default. \`pagination\` overrides limit and offset.`,
      `${list}(limit: Int = 20, offset: Int = 0, pagination: PaginationInput${filters}): [${name}!]!`,
    ),
    line(
      `The same as ${list}, with cursors, for lists of any length.`,
      `${nameConnectionField(type)}(${PAGE_ARGUMENTS}${filters}): ${name}Connection!`,
    ),
  ]
}

/** `cancelWorkshop(id: ID!, reason: String!, version: Int): Workshop!` */
const operationFields = ({ name, operations }: RecordType): readonly string[] =>
  Object.entries(operations).map(([verb, { about, permission, input }]) => {
    const members = Object.entries(input).map(
      ([member, field]) => `, ${member}: ${nameInputType(field)}${field.isOptional ? '' : '!'}`,
    )
    return line(
      `${about} Needs \`${permission}\`. If the record has another version than \`version\`, the operation fails with CONFLICT.`,
      `${verb}${name}(id: ID!${members.join('')}, version: Int): ${name}! ${WRITERS}`,
    )
  })

/** C14.4. */
const declareUpsert = (type: RecordType): string => {
  const { name, word, permissions } = type
  const needed = [...new Set([permissions.write, permissions.create])].map((each) => `\`${each}\``)
  return line(
    `Changes the ${word} that has this \`ref\`, or creates it. Fields that you leave out keep their values. Needs ${needed.join(' and ')} on all records.`,
    `${nameUpsert(type)}("Your own name for the ${word}: 1 to 300 characters." ref: String!, input: ${nameCreateInput(type)}!): ${name}! ${WRITERS}`,
  )
}

const mutationFields = (type: RecordType): readonly string[] => {
  const { name, isFixed, keepFor, permissions } = type
  const one = type.isSingle ? `the ${type.word}` : nameOne(type.word)
  const update = line(
    `Changes ${one}. Needs \`${permissions.write}\`.`,
    `update${name}(input: ${nameUpdateInput(type)}!): ${name}! ${WRITERS}`,
  )
  if (type.isSingle) return [update]
  const create = line(
    `Creates ${one}. Needs \`${permissions.create}\`.`,
    `create${name}(input: ${nameCreateInput(type)}!): ${name}!${keepFor === null ? ` ${WRITERS}` : ''}`,
  )
  if (isFixed) return [create]
  return [
    create,
    declareUpsert(type),
    update,
    line(
      `Deletes ${one} permanently. Needs \`${permissions.delete}\`.`,
      `delete${name}(id: ID!): Boolean! ${WRITERS}`,
    ),
    ...operationFields(type),
  ]
}

const subscriptionFields = ({ name, word, isLive }: RecordType): readonly string[] =>
  isLive ? [line(`One ${word}, after each change.`, `${word}Changed(id: ID!): ${name}!`)] : []

/** The place of a definition in the SDL; -1 if the SDL does not have the definition. */
const findStart = (sdl: string, type: string): number =>
  sdl.search(new RegExp(`^(type|enum|input) ${type}\\b`, 'm'))

const findEnd = (sdl: string, type: string): number => sdl.indexOf('\n}', findStart(sdl, type))

/** Adds fields at the end of a type that the SDL defines. */
const addFields = (sdl: string, type: string, fields: readonly string[]): string => {
  const end = findEnd(sdl, type)
  return [sdl.slice(0, end), ...fields].join('\n') + sdl.slice(end)
}

/** Adds the declared types to the results of searches, and to the types by which a search can be narrowed. */
const addSearches = (sdl: string, { searches }: ContentModel): string => {
  const members = searches.map(({ name }) => name).filter((name) => !/^(Article|User|Comment)$/.test(name))
  const words = searches.filter(({ name }) => members.includes(name)).map(({ type }) => indent(type))
  const union = /^union SearchResult = .*$/m
  return addFields(sdl, 'SearchType', words).replace(union, (line) => [line, ...members].join(' | '))
}

/** C14.4: adds the derived types to those on which `bulkAction` acts. */
const addTypeWords = (sdl: string, { derivedTypes }: ContentModel): string =>
  addFields(
    sdl,
    'RecordType',
    listPluralTypes(derivedTypes).map((type) => indent(nameTypeWord(type))),
  )

/** The fields of a type that the SDL does not have yet. */
const findMissing = (sdl: string, { name, shown, inputs }: RecordType) => {
  const written = sdl.slice(findStart(sdl, name), findEnd(sdl, name))
  const isMissing = ([field]: readonly [string, Field]): boolean =>
    !new RegExp(`^  ${field}\\b`, 'm').test(written)
  const missing = Object.entries(shown).filter(isMissing)
  const isInput = ([attribute]: readonly [string, Field]): boolean =>
    missing.some(([field]) => [field, `${field}Id`].includes(attribute))
  return {
    fields: Object.fromEntries(missing),
    inputs: Object.fromEntries(Object.entries(inputs).filter(isInput)),
  }
}

/** Adds arguments at the end of those of a root field. */
const addArguments = (sdl: string, field: string, members: readonly string[]): string =>
  sdl.replace(new RegExp(`^(  ${field}\\([^)]*)\\)`, 'm'), (found) =>
    [found.slice(0, -1), ...members.map((member) => member.trim())].join('\n').concat(')'),
  )

/** Adds the fields that a team has added to a type whose SDL is written by hand. */
const addOwnFields =
  (model: ContentModel) =>
  (sdl: string, type: RecordType): string => {
    const { fields, inputs } = findMissing(sdl, type)
    const shown = addFields(sdl, type.name, [
      ...shownFields(model, type, fields),
      ...inverseFields(model, type),
    ])
    const [created, updated] = [createMembers(type, inputs), updateMembers(type, inputs)]
    if (created.length === 0) return shown
    if (findStart(sdl, nameCreateInput(type)) < 0)
      return addArguments(addArguments(shown, `create${type.name}`, created), `update${type.name}`, updated)
    return addFields(addFields(shown, nameCreateInput(type), created), nameUpdateInput(type), updated)
  }

/** The SDL that is written by hand, with the types, inputs and root fields of the declared types. */
export const addDeclaredTypes = (base: string, model: ContentModel): string => {
  const { derivedTypes: types } = model
  const own = model.types.filter(({ custom }) => custom !== null)
  const withQueries = addFields(
    own.reduce(addOwnFields(model), base),
    'Query',
    types.flatMap((type) => queryFields(model, type)),
  )
  const withMutations = addFields(withQueries, 'Mutation', types.flatMap(mutationFields))
  const withStreams = addFields(withMutations, 'Subscription', types.flatMap(subscriptionFields))
  return [
    addTypeWords(addSearches(withStreams, model), model),
    ...types.map((type) => declareType(model, type)),
    ...declareLists(model),
  ].join('\n')
}
