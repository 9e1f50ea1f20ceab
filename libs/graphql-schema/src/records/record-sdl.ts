import {
  describeField,
  isLink,
  type ContentModel,
  type Field,
  type RecordType,
} from '@content-service/domain'

/** The lowest role that could write: extra permissions can let a READER write (C12.7). */
const WRITERS = '@auth(role: READER)'

const line = (description: string, declaration: string): string =>
  `  ${JSON.stringify(description)}\n  ${declaration}`

const block = (description: string, head: string, lines: readonly string[]): string =>
  `${JSON.stringify(description)}\n${head} {\n${lines.join('\n')}\n}\n`

const SCALARS = { string: 'String', number: 'Float', integer: 'Int' } as const

const inputType = (field: Field): string => (isLink(field) ? 'ID' : SCALARS[field.schema.type])

const shownFields = ({ fields }: RecordType): readonly string[] =>
  Object.entries(fields).map(([name, field]) => {
    const type = isLink(field) ? field.to.name : inputType(field)
    return line(describeField(field), `${name}: ${type}${field.isOptional ? '' : '!'}`)
  })

const inverseFields = (model: ContentModel, type: RecordType): readonly string[] =>
  model
    .inverseLinks(type)
    .map(({ name, type: from }) =>
      line(
        `The ${from.plural} of the ${type.word}, newest first.`,
        `${name}(limit: Int = 20, offset: Int = 0): [${from.name}!]!`,
      ),
    )

const versionFields = ({ word }: RecordType): readonly string[] => [
  line(
    'Increases with each edit. Send the version with an update: the update fails with CONFLICT if another edit came first.',
    'version: Int!',
  ),
  line(`The time at which the ${word} was created.`, 'createdAt: String!'),
]

const objectType = (model: ContentModel, type: RecordType): string =>
  block(type.about, `type ${type.name}${type.isSearchable ? ' implements Searchable' : ''}`, [
    line('A UUID.', 'id: ID!'),
    ...shownFields(type),
    ...inverseFields(model, type),
    ...(type.isFixed ? [] : versionFields(type)),
  ])

const createInput = ({ name, word, attributes }: RecordType): string => {
  const fields = Object.entries(attributes).map(([attribute, field]) =>
    line(describeField(field), `${attribute}: ${inputType(field)}${field.isOptional ? '' : '!'}`),
  )
  return block(`A new ${word}.`, `input Create${name}Input`, fields)
}

const updateInput = ({ name, word, attributes }: RecordType): string =>
  block(`A change of a ${word}. Fields that you leave out keep their values.`, `input Update${name}Input`, [
    line(`The id of the ${word} to change.`, 'id: ID!'),
    ...Object.entries(attributes).map(([attribute, field]) => {
      const cleared = field.isOptional ? ' Null clears the value.' : ''
      return line(`${describeField(field)}${cleared}`, `${attribute}: ${inputType(field)}`)
    }),
    line('If the record has another version, the update fails with CONFLICT.', 'version: Int'),
  ])

const declareType = (model: ContentModel, type: RecordType): string =>
  [objectType(model, type), createInput(type), ...(type.isFixed ? [] : [updateInput(type)])].join('\n')

const queryFields = ({ name, word, plural, links }: RecordType): readonly string[] => {
  const filters = links.map(({ attribute }) => `, ${attribute}: ID`).join('')
  return [
    line(`The ${word} with this id; null if the ${word} does not exist.`, `${word}(id: ID!): ${name}`),
    line(`The ${plural}, newest first.`, `${plural}(pagination: PaginationInput${filters}): [${name}!]!`),
  ]
}

const mutationFields = ({ name, word, isFixed, permissions }: RecordType): readonly string[] => {
  const needs = `Needs \`${permissions.write}\`.`
  const create = line(
    `Creates a ${word}. ${needs}`,
    `create${name}(input: Create${name}Input!): ${name}! ${WRITERS}`,
  )
  if (isFixed) return [create]
  return [
    create,
    line(`Changes a ${word}. ${needs}`, `update${name}(input: Update${name}Input!): ${name}! ${WRITERS}`),
    line(
      `Deletes a ${word} permanently. Needs \`${permissions.delete}\`.`,
      `delete${name}(id: ID!): Boolean! ${WRITERS}`,
    ),
  ]
}

/** Adds fields at the end of a type that the SDL defines. */
const addFields = (sdl: string, type: string, fields: readonly string[]): string => {
  const start = sdl.indexOf(`\ntype ${type} {`)
  const end = sdl.indexOf('\n}', start)
  return `${sdl.slice(0, end)}\n${fields.join('\n')}${sdl.slice(end)}`
}

/** The SDL that is written by hand, with the types, inputs and root fields of the declared types. */
export const addDeclaredTypes = (base: string, model: ContentModel): string => {
  const withQueries = addFields(base, 'Query', model.types.flatMap(queryFields))
  const withMutations = addFields(withQueries, 'Mutation', model.types.flatMap(mutationFields))
  return [withMutations, ...model.types.map((type) => declareType(model, type))].join('\n')
}
