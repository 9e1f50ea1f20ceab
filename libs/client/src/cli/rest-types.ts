import { type JsonSchema, writeName, writeType } from './json-schema-types.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: JsonSchema
}

interface Body {
  readonly $ref?: string
  readonly required?: boolean
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses?: Readonly<Record<string, Body>>
}

type PathItem = { readonly [M in (typeof METHODS)[number]]?: Operation } & {
  readonly parameters?: readonly Parameter[]
}

/** The part of an OpenAPI 3.1 document from which types come. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** Follows a reference inside the document, such as `#/components/parameters/IfMatch`. */
const createResolve =
  (document: OpenApiDocument) =>
  <T extends { readonly $ref?: string }>(given: T): T =>
    given.$ref === undefined
      ? given
      : (given.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], document) as T)

const JSON_MEDIA = /[/+]json$/

const readSchema = ({ content = {} }: Body): JsonSchema | undefined =>
  Object.entries(content).find(([media]) => JSON_MEDIA.test(media))?.[1].schema

/** A member of an operation, such as `params: { "id": string }`; nothing when it would be empty. */
const writeParameters = (member: string, parameters: readonly Parameter[], place: string): string[] => {
  const used = parameters.filter((each) => each.in === place)
  const members = used.map(
    ({ name, required, schema = {} }) => `${writeName(name)}${required ? '' : '?'}: ${writeType(schema)}`,
  )
  if (members.length === 0) return []
  return [`${member}${used.some(({ required }) => required) ? '' : '?'}: { ${members.join('; ')} }`]
}

const writeBody = (body: Body | undefined): string[] => {
  const schema = body && readSchema(body)
  return schema ? [`body${body.required ? '' : '?'}: ${writeType(schema)}`] : []
}

type Resolve = ReturnType<typeof createResolve>

const writeResponse = (responses: Readonly<Record<string, Body>>, resolve: Resolve): string => {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = successes.map(([, response]) => {
    const schema = readSchema(resolve(response))
    return schema ? writeType(schema) : 'undefined'
  })
  return `response: ${[...new Set(types)].join(' | ') || 'undefined'}`
}

const writeOperation = (operation: Operation, shared: readonly Parameter[], resolve: Resolve): string => {
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve)
  const members = [
    ...writeParameters('params', parameters, 'path'),
    ...writeParameters('query', parameters, 'query'),
    ...writeBody(operation.requestBody && resolve(operation.requestBody)),
    writeResponse(operation.responses ?? {}, resolve),
  ]
  return `{ ${members.join('; ')} }`
}

const writePath = ([path, item]: [string, PathItem], resolve: Resolve): string => {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [`    ${method}: ${writeOperation(operation, item.parameters ?? [], resolve)}`] : []
  })
  return `  ${JSON.stringify(path)}: {\n${operations.join('\n')}\n  }`
}

/** TypeScript: `Schemas` has the types of the schemas, `RestPaths` has the operations of each path. */
export function writeRestTypes(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `  ${writeName(name)}: ${writeType(schema)}`,
  )
  const paths = Object.entries(document.paths).map((entry) => writePath(entry, createResolve(document)))
  const write = (name: string, members: readonly string[]) =>
    `export interface ${name} {\n${members.join('\n')}\n}\n`
  return `${write('Schemas', schemas)}\n${write('RestPaths', paths)}`
}
