import type { Problem } from '../engine/errors.ts'
import { refuse } from '../engine/printer/visit.ts'

export interface PrismaField {
  /** A type of Prisma, such as `Int`, or the name of an enum or a model. */
  readonly type: string
  readonly isList: boolean
  readonly isRequired: boolean
  /** `Timestamptz(6)` for `@db.Timestamptz(6)`. */
  readonly native?: string
}

type ByName<T> = Readonly<Record<string, T>>

/** The parts of a Prisma schema that decide how conditions become queries. It is data, so that you can write it as JSON. */
export interface PrismaSchema {
  readonly provider: string
  readonly models: ByName<ByName<PrismaField>>
  /** The values of each enum. Empty if they have other names in the database. */
  readonly enums: ByName<readonly string[]>
}

/** The field of a model, if the schema has it. */
export function findField({ models }: PrismaSchema, model: string, name: string): PrismaField | undefined {
  const fields = Object.hasOwn(models, model) ? (models[model] ?? {}) : {}
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const SCALARS = [
  'String',
  'Boolean',
  'Int',
  'BigInt',
  'Float',
  'Decimal',
  'DateTime',
  'Json',
  'Bytes',
  'Unsupported',
]

/**
 * Reads the text of a Prisma schema: `readPrismaSchema(readFileSync('prisma/schema.prisma', 'utf8'))`. If your schema has
 * several files, join their texts.
 * @throws {InvalidPolicy} if the schema has no datasource, or if a field has an unknown type.
 */
export function readPrismaSchema(text: string): PrismaSchema {
  const blocks = [...text.matchAll(/^[ \t]*(\w+)[ \t]+(\w+)[ \t]*\{(.*)\n([^]*?)^[ \t]*\}/gm)].map(
    ([, keyword = '', name = '', , body = '']) => ({ keyword, name, lines: splitLines(body) }),
  )
  const read = <T>(keyword: RegExp, parse: (lines: readonly string[]) => T): ByName<T> =>
    Object.fromEntries(
      blocks.filter((block) => keyword.test(block.keyword)).map(({ name, lines }) => [name, parse(lines)]),
    )
  const [provider = ''] = Object.values(read(/^datasource$/, parseProvider))
  const schema = {
    provider,
    models: read(/^(?:model|view)$/, parseFields),
    enums: read(/^enum$/, parseValues),
  }
  refuse(unknownTypes(schema))
  return schema
}

/** The lines without comments. A text of the schema can contain two slashes. */
const splitLines = (body: string): readonly string[] =>
  body
    .split('\n')
    .map((line) => /^(?:"(?:\\.|[^"\\])*"|\/(?!\/)|[^"/])*/.exec(line)?.[0].trim() ?? '')
    .filter((line) => line !== '' && !line.startsWith('@@'))

const parseProvider = (lines: readonly string[]): string =>
  lines
    .map((line) => /^provider\s*=\s*"(\w+)"/.exec(line)?.[1]?.replace(/^postgres$/, 'postgresql'))
    .find(Boolean) ?? ''

const FIELD = /^(\w+)\s+(\w+)(?:\([^)]*\))?(\[\])?(\?)?/

const parseFields = (lines: readonly string[]): ByName<PrismaField> =>
  Object.fromEntries(
    lines
      .filter((line) => !/\s@ignore\b/.test(line))
      .map((line) => {
        const [, name = '', type = '', list, optional] = FIELD.exec(line) ?? []
        const native = /@db\.(\w+(?:\([\d, ]*\))?)/.exec(line)?.[1]
        return [name, { type, isList: !!list, isRequired: !optional, ...(native && { native }) }]
      }),
  )

const parseValues = (lines: readonly string[]): readonly string[] =>
  lines.some((line) => /\s@map\(/.test(line)) ? [] : lines.map((line) => /^\w+/.exec(line)?.[0] ?? '')

function unknownTypes({ provider, models, enums }: PrismaSchema): readonly Problem[] {
  const isKnown = (type: string) =>
    SCALARS.includes(type) || Object.hasOwn(models, type) || Object.hasOwn(enums, type)
  const unknown = Object.entries(models).flatMap(([model, fields]) =>
    Object.entries(fields)
      .filter(([, { type }]) => !isKnown(type))
      .map(([name, { type }]) => ({ path: `${model}.${name}`, message: `unknown type "${type}"` })),
  )
  return provider ? unknown : [{ path: 'datasource', message: 'the schema has no provider' }, ...unknown]
}
