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
import { removeNulls } from '../input-errors.ts'
import { isList } from '../reading/collected-fields.ts'
import { parsePage, selectNodes } from '../reading/connections.ts'
import { readSelection } from '../reading/plans.ts'

interface Arguments {
  readonly id?: string
  readonly limit?: number | null
  readonly offset?: number | null
  readonly first?: number | null
  readonly after?: string | null
}

/** Null is as if absent (C5.1). */
const parseListWindow = (
  { limit, offset }: Arguments,
  { parentType, fieldName, fieldNodes }: GraphQLResolveInfo,
) => {
  const field = parentType.getFields()[fieldName] as Parameters<typeof getArgumentValues>[0]
  const [{ name }] = fieldNodes as typeof fieldNodes & readonly [(typeof fieldNodes)[number]]
  const defaults = getArgumentValues(field, { kind: Kind.FIELD, name })
  const window = { ...defaults, ...removeNulls({ limit, offset }) }
  return createWindow(window.limit as number, window.offset as number)
}

/** The type at the end of a path of fields. */
const findType = (path: readonly string[], type: GraphQLNamedType): GraphQLNamedType =>
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
      return listRows(
        context,
        list,
        { id, window: parseListWindow(window, info) },
        readSelection(type.name, info),
      )
    const page = parsePage({ first, after })
    const { name: node } = findType(['edges', 'node'], type)
    return connectRows(context, list, { id, name: info.fieldName, page }, selectNodes(node, info))
  }
