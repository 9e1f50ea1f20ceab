import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputType,
} from 'graphql'
import type { Draw } from './draw.ts'
import { isKnownKind, KNOWN_KINDS, type FuzzWorld } from './generated-request.ts'

/** Texts that the rules of a field accept. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  email: ['fuzz@example.org', 'admin@example.org'],
  password: ['tangled otter velvet 9', 'another long password'],
  username: ['fuzz-user', 'admin'],
  permission: ['articles:read', 'users:write'],
  scopes: ['articles:read', 'comments:write'],
  permissions: ['articles:read'],
  roles: ['READER', 'AUTHOR'],
  events: ['article.published', 'user.deleted'],
  redirectUris: ['https://client.example/callback'],
  publishAt: ['2099-01-01T00:00:00Z'],
  expiresAt: ['2099-01-01T00:00:00Z'],
  locale: ['en-GB', 'de'],
  timezone: ['Europe/Berlin'],
  query: ['article', 'artcle', 'a', 'interface OR bread', '"the space"'],
}
const WORDS = ['article', 'Some text.', 'harbour', 'bread', 'a b c']

const KIND_OF_FIELD: Readonly<Record<string, (typeof KNOWN_KINDS)[number]>> = {
  articleId: 'articles',
  categoryId: 'categories',
  authorId: 'users',
  ownerId: 'users',
  userId: 'users',
}

const idFor = (draw: Draw, name: string, world: FuzzWorld): string => {
  const kind = KIND_OF_FIELD[name]
  const known = draw.pick(world.ids[kind ?? draw.pick(KNOWN_KINDS.filter(isKnownKind))])
  return draw.isLucky(5) ? '0' : known
}

const scalarFor = (draw: Draw, type: string, name: string, world: FuzzWorld): unknown => {
  switch (type) {
    case 'ID':
      return idFor(draw, name, world)
    case 'Int':
      return draw.pick([0, 1, 2, 5, 20, 100])
    case 'Float':
      return draw.pick([0, 1.5, 99.99])
    case 'Boolean':
      return draw.isLucky(50)
    case 'Decimal':
      return draw.pick(['0', '-12.50', '99.999', '9'.repeat(1_000)])
    case 'Date':
      return draw.pick(['2026-01-01', '2099-12-31'])
    case 'URL':
      return 'https://hooks.example/path'
    case 'Email':
      return draw.pick(TEXTS['email'] ?? [])
    default:
      return draw.pick(TEXTS[name] ?? WORDS)
  }
}

/** The most levels of filters in a filter. */
const MOST_LEVELS = 3

const isFilter = (type: GraphQLInputType): boolean => getNamedType(type).name.endsWith('Where')

/** A filter, whose members can be filters. */
const filterFor = (draw: Draw, type: GraphQLInputType, world: FuzzWorld, level: number): unknown => {
  if (isNonNullType(type)) return filterFor(draw, type.ofType, world, level)
  if (isListType(type))
    return Array.from({ length: draw.integer(0, 2) }, () => filterFor(draw, type.ofType, world, level))
  if (!isInputObjectType(type)) return null
  const fields = Object.values(type.getFields()).filter(
    (field) => draw.isLucky(20) && (level < MOST_LEVELS || !isFilter(field.type)),
  )
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isFilter(field.type)
        ? filterFor(draw, field.type, world, level + 1)
        : valueFor(draw, field.type, field.name, world),
    ]),
  )
}

/** A value that the type accepts, and in most cases the rules behind the type, too. */
export const valueFor = (draw: Draw, type: GraphQLInputType, name: string, world: FuzzWorld): unknown => {
  if (isNonNullType(type)) return valueFor(draw, type.ofType, name, world)
  if (isListType(type))
    return Array.from({ length: draw.integer(0, 3) }, () => valueFor(draw, type.ofType, name, world))
  if (isEnumType(type)) return draw.pick(type.getValues()).name
  if (!isInputObjectType(type)) return scalarFor(draw, type.name, name, world)
  if (isFilter(type)) return filterFor(draw, type, world, 0)
  const fields = Object.values(type.getFields()).filter(
    (field) => isRequiredInputField(field) || draw.isLucky(40),
  )
  return Object.fromEntries(
    fields.map((field) => [field.name, valueFor(draw, field.type, field.name, world)]),
  )
}

/** The value as it stands in a document. */
export const writeLiteral = (type: GraphQLInputType, value: unknown): string => {
  if (isNonNullType(type)) return writeLiteral(type.ofType, value)
  if (Array.isArray(value))
    return `[${value.map((item) => (isListType(type) ? writeLiteral(type.ofType, item) : 'null')).join(', ')}]`
  if (isEnumType(type)) return String(value)
  if (!isInputObjectType(type)) return JSON.stringify(value)
  const fields = type.getFields()
  const members = Object.entries(value as object).map(([name, member]) => {
    const field = fields[name]
    return field ? `${name}: ${writeLiteral(field.type, member)}` : ''
  })
  return `{${members.join(', ')}}`
}
