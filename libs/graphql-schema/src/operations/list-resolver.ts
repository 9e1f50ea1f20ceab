import {
  connectRows,
  listRows,
  createWindow,
  type Context,
  type ListOperation,
} from '@content-service/domain'
import {
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
} from 'graphql'
import { withoutNulls } from '../input-errors.ts'
import { isList } from '../reading/collected-fields.ts'
import { connectionPage, selectedNodes } from '../reading/connections.ts'
import { selected } from '../reading/plans.ts'

interface Arguments {
  readonly id?: string
  readonly limit?: number | null
  readonly offset?: number | null
  readonly first?: number | null
  readonly after?: string | null
}

/** Null is as if absent (C5.1). */
const windowFor = (
  { limit, offset }: Arguments,
  { parentType, fieldName, fieldNodes }: GraphQLResolveInfo,
) => {
  const field = parentType.getFields()[fieldName] as Parameters<typeof getArgumentValues>[0]
  const [{ name }] = fieldNodes as typeof fieldNodes & readonly [(typeof fieldNodes)[number]]
  const defaults = getArgumentValues(field, { kind: Kind.FIELD, name })
  const window = { ...defaults, ...withoutNulls({ limit, offset }) }
  return createWindow(window.limit as number, window.offset as number)
}

/** The type at the end of a path of fields. */
const typeAt = (path: readonly string[], type: GraphQLNamedType): GraphQLNamedType =>
  path.reduce((from, name) => {
    const field = isObjectType(from) ? from.getFields()[name] : undefined
    if (field === undefined) throw new Error(`${from.name} has no field ${name}`)
    return getNamedType(field.type)
  }, type)

/** The resolver of a list: by limit and offset, or by cursor if the field is a connection. */
export const createListResolver =
  (list: ListOperation): GraphQLFieldResolver<unknown, Context, Arguments> =>
  (_, { id = '', first = null, after, ...window }, context, info) => {
    const type = getNamedType(info.returnType)
    if (isList(info.returnType))
      return listRows(context, list, { id, window: windowFor(window, info) }, selected(type.name, info))
    const page = connectionPage({ first, after })
    const { name: node } = typeAt(['edges', 'node'], type)
    return connectRows(context, list, { id, name: info.fieldName, page }, selectedNodes(node, info))
  }
