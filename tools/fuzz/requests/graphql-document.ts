import {
  getNamedType,
  isCompositeType,
  isRequiredArgument,
  isUnionType,
  isInterfaceType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import type { Draw } from './draw.ts'
import type { FuzzWorld } from './generated-request.ts'
import { writeLiteral, valueFor } from './graphql-values.ts'

export const OPERATION_TYPES = ['query', 'mutation', 'subscription'] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

export interface RootField {
  readonly operation: OperationType
  readonly field: GraphQLField<unknown, unknown>
}

export interface GeneratedDocument {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

export const listRootFields = (schema: GraphQLSchema): readonly RootField[] =>
  OPERATION_TYPES.flatMap((operation) => {
    const roots = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    }
    return Object.values(roots[operation]?.getFields() ?? {}).map((field) => ({ operation, field }))
  })

const MOST_DEPTH = 5

/** Writes one valid document: fields, arguments, aliases, fragments, directives and variables. */
export class DocumentWriter {
  readonly #draw: Draw
  readonly #world: FuzzWorld
  readonly #schema: GraphQLSchema
  readonly #declared: string[] = []
  readonly #values: Record<string, unknown> = {}
  readonly #fragments: string[] = []
  #aliases = 0
  /** The root field of a subscription may have none. */
  #mayHaveDirectives = true

  constructor(draw: Draw, schema: GraphQLSchema, world: FuzzWorld) {
    this.#draw = draw
    this.#schema = schema
    this.#world = world
  }

  document({ operation, field }: RootField): GeneratedDocument {
    this.#mayHaveDirectives = operation !== 'subscription'
    const selected = this.#field(field, this.#draw.integer(1, MOST_DEPTH))
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : ''
    const query = [`${operation} Fuzzed${declared} { ${selected} }`, ...this.#fragments].join('\n')
    return { query, variables: this.#values }
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = this.#draw.isLucky(10) ? `a${(this.#aliases += 1)}: ` : ''
    const type = getNamedType(field.type)
    const below = isCompositeType(type) ? ` ${this.#selection(type, depth - 1)}` : ''
    return alias + field.name + this.#arguments(field.args) + this.#directive() + below
  }

  #arguments(given: readonly GraphQLArgument[]): string {
    const chosen = given.filter((argument) => isRequiredArgument(argument) || this.#draw.isLucky(40))
    if (chosen.length === 0) return ''
    return `(${chosen.map((argument) => `${argument.name}: ${this.#argument(argument)}`).join(', ')})`
  }

  #argument({ name, type }: GraphQLArgument): string {
    const value = valueFor(this.#draw, type, name, this.#world)
    if (this.#draw.isLucky(50)) return writeLiteral(type, value)
    const variable = `v${this.#declared.length}`
    this.#declared.push(`$${variable}: ${String(type)}`)
    this.#values[variable] = value
    return `$${variable}`
  }

  #directive(): string {
    return this.#mayHaveDirectives && this.#draw.isLucky(6)
      ? this.#draw.pick([' @include(if: true)', ' @skip(if: false)'])
      : ''
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields())
    const open = fields.filter((field) => depth > 0 || !isCompositeType(getNamedType(field.type)))
    const chosen = this.#draw
      .subset(open, this.#draw.pick([15, 40, 100]))
      .map((field) => this.#field(field, depth))
    const more = isObjectType(type) ? [] : this.#possible(type, depth)
    return this.#wrapped(type, ['__typename', ...chosen, ...more].join(' '))
  }

  #possible(type: GraphQLCompositeType, depth: number): readonly string[] {
    if (!isUnionType(type) && !isInterfaceType(type)) return []
    const types = this.#draw.subset(this.#schema.getPossibleTypes(type), 50)
    return types.map(
      (each) =>
        `... on ${each.name} { __typename } ${depth > 1 ? `...${this.#fragment(each, depth - 1)}` : ''}`,
    )
  }

  /** The selection in braces, or sometimes in a fragment. */
  #wrapped(type: GraphQLCompositeType, fields: string): string {
    if (this.#draw.isLucky(6)) return `{ ... on ${type.name} { ${fields} } }`
    if (!this.#draw.isLucky(6)) return `{ ${fields} }`
    return `{ ...${this.#named(type, `{ ${fields} }`)} }`
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    return this.#named(type, this.#selection(type, depth))
  }

  #named(type: GraphQLCompositeType, selection: string): string {
    const name = `F${this.#fragments.length}`
    this.#fragments.push(`fragment ${name} on ${type.name} ${selection}`)
    return name
  }
}
