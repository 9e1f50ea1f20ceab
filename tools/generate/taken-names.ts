import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { contentModel } from '@content-service/domain'
import { writeContract } from '@content-service/graphql-schema'
import { createRoutes, openApiDocument } from '@content-service/rest-handlers'
import { Kind, parse, specifiedScalarTypes, type DefinitionNode } from 'graphql'
import { format, resolveConfig } from 'prettier'
import { listLinks } from '../../libs/server/src/pages/service-links.ts'

/** The names that a content type cannot have come from the interfaces and the tables. `npm run generate` writes them. */
const ROOT = resolve(import.meta.dirname, '../..')
export const FILE = join(ROOT, 'libs/domain/src/model/checks/taken-names.ts')
const MIGRATIONS = join(ROOT, 'libs/persistence/src/migrations')

/** The service without the types that a team can leave out. */
const model = contentModel([])
const contract = parse(writeContract(model)).definitions
const document = openApiDocument({ baseUrl: 'http://127.0.0.1', model })

const nameOf = (definition: DefinitionNode): string => ('name' in definition && definition.name?.value) || ''

const isType = ({ kind }: DefinitionNode): boolean => kind !== Kind.DIRECTIVE_DEFINITION

const listFields = (definition: DefinitionNode): readonly string[] =>
  'fields' in definition ? (definition.fields ?? []).map(({ name }) => name.value) : []

const fieldsOf = (...types: readonly string[]): readonly string[] =>
  contract.filter((definition) => types.includes(nameOf(definition))).flatMap(listFields)

const propertiesOf = (title: string): readonly string[] =>
  Object.keys(
    (document.components.schemas[title] as { readonly properties?: object } | undefined)?.properties ?? {},
  )

/** `blog-posts` in `/api/blog-posts/:id`. */
const firstSegment = (path: string): readonly string[] =>
  /^\/api\/([a-z][a-z0-9-]*)(?=\/|$)/.exec(path)?.slice(1) ?? []

const listSegments = (): readonly string[] =>
  [...createRoutes(model), ...Object.values(listLinks({ hasGraphiql: true, studio: {} })).flat()].flatMap(
    ({ path }) => firstSegment(path),
  )

/** The tables of the declared types are in this list only if a team cannot leave the types out. */
const listTables = (): readonly string[] =>
  readdirSync(MIGRATIONS, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(MIGRATIONS, file), 'utf8').matchAll(/create table ([a-z_]+) ?\(/g),
    ])
    .flatMap(([, table = '']) => (/^(products|categories)$/.test(table) ? [] : [table]))

const sort = (names: readonly string[]): readonly string[] => [...new Set(names)].sort()

const listMembers = (type: string): readonly string[] =>
  sort([
    ...fieldsOf(type, `Create${type}Input`, `Update${type}Input`),
    ...[type, `New${type}`, `Listed${type}`, `${type}Patch`].flatMap(propertiesOf),
    // A user sees more members of the own account.
    ...(type === 'User' ? propertiesOf('Account') : []),
  ])

const TAKEN = {
  types: sort([
    ...contract.filter(isType).map(nameOf),
    ...specifiedScalarTypes.map(({ name }) => name),
    ...Object.keys(document.components.schemas),
  ]),
  rootFields: sort(fieldsOf('Query', 'Mutation', 'Subscription')),
  plurals: sort([...listSegments(), ...listTables()]),
  members: Object.fromEntries(['Article', 'Comment', 'User'].map((type) => [type, listMembers(type)])),
}

const SOURCE = `/**
 * The names that the service uses, so that no content type of a team can use them. \`npm run generate\` collects them
 * from both interfaces and the tables.
 */
export const TAKEN_NAMES = ${JSON.stringify(TAKEN)} as const
`

export const renderTakenNames = async (): Promise<string> =>
  format(SOURCE, { ...(await resolveConfig(FILE)), parser: 'typescript' })

if (import.meta.main) writeFileSync(FILE, await renderTakenNames())
